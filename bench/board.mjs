// SPDX-License-Identifier: MIT
// Replays games with @sabaki/go-board, for comparing: node bench/board.mjs FOLDER FILE
//
// FOLDER holds node_modules with the package. FILE has one game a line, as bench/replay reads it.
// The moves are parsed beforehand; each is played with the package's own legality and ko.

import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {resolve} from 'node:path'

const [folder, file] = process.argv.slice(2)
const Board = createRequire(resolve(folder) + '/')('@sabaki/go-board')

const games = readFileSync(file, 'latin1').trim().split('\n').map((line) => {
  const moves = []
  for (let i = 0; i < line.length; i += 2)
    moves.push([line.charCodeAt(i) - 97, line.charCodeAt(i + 1) - 97])
  return moves
})

function replay() {
  let count = 0
  for (const game of games) {
    let board = Board.fromDimensions(19)
    let sign = 1
    for (const move of game) {
      board = board.makeMove(sign, move, {preventSuicide: true, preventOverwrite: true, preventKo: true})
      sign = -sign
      count++
    }
  }
  return count
}

const rates = []
for (let round = 0; round < 5; round++) {
  const start = process.hrtime.bigint()
  const count = replay()
  rates.push(count / (Number(process.hrtime.bigint() - start) / 1e9) / 1e6)
}
rates.sort((a, b) => a - b)
console.log(`@sabaki/go-board: ${rates[2].toFixed(3)} million moves a second (median of 5)`)
