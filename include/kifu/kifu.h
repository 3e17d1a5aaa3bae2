// SPDX-License-Identifier: MIT
// The public interface of kifu: read, walk, edit, compare, check and write Go game records, and the
// board under them.
//
//   base.h    text, and the log
//   board.h   points, positions, rule sets, counting, handicaps
//   record.h  records as trees of properties
//   play.h    the board under a record
//   format.h  notations
//   check.h   what is wrong in a record, and fixing it
//   reading.h ladders, captures, eye spaces and the endgame
//   life.h    life and death, and problems
//   score.h   counting a game, and its dead stones
//   extract.h records within other texts
//   shape.h   turning, stripping and merging records
//
// These are in libkifu too, and are included by themselves:
//
//   scene.h   figures, and what is seen in them
//   picture.h kinds of pictures, and styles
//   draw.h    a place in a record as a picture
//   film.h    moving pictures
//   book.h    books
//   page.h    pages for a browser
//
// These are libraries of their own, for they need others (kifu-draw and kifu-catalog for
// pkg-config, COMPONENTS draw and catalog for CMake):
//
//   cairo.h   PNG, PDF, EPS and films of pixels
//   catalog.h millions of games, and finding them
//
// Read them in this order, each from top to bottom. Each section head names the source file that
// holds its functions and the chapter of the specification that says what they mean.
//
// Three sentences on ownership. A record owns its nodes and its text; free the record and nothing
// else. What you pass in is copied, what you get is borrowed until the record is freed. Boards
// are plain values: copy them with `=`.
//
// One channel for failure. A function that can fail takes a `kf_log *` as its last parameter and
// returns NULL or false; the log says why, in entries that stand by themselves. The log may be
// NULL: then the return value is all there is.
//
// NULL rules. Every `_free` takes NULL. A `kf_record *` that is NULL is a record without games;
// node 0 has no properties and no relatives. Nothing else may be NULL unless its comment says so.

#ifndef KIFU_KIFU_H
#define KIFU_KIFU_H

#include <kifu/base.h>
#include <kifu/board.h>
#include <kifu/check.h>
#include <kifu/extract.h>
#include <kifu/format.h>
#include <kifu/life.h>
#include <kifu/play.h>
#include <kifu/reading.h>
#include <kifu/record.h>
#include <kifu/score.h>
#include <kifu/shape.h>

#endif
