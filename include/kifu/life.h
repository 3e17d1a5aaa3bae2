// SPDX-License-Identifier: MIT
// Life and death: what becomes of a group when either side moves first, and whether the solution of
// a problem works.
//
// Groups are read to the end by proof-number search in the part of the board around them; stones
// outside that part are taken as safe, and named. What is said is proved under that condition; what
// was not found within the budget is unknown. The same question always has the same answer, for
// budgets count positions and never time.

#ifndef KIFU_LIFE_H
#define KIFU_LIFE_H

#include <kifu/board.h>
#include <kifu/play.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- life_tree.c -------------------------------------------------- doc/spec/life.md ---- */

// Solutions and refutations as a tree of moves, for programs that show them.
enum { KF_LIFE_TREE = 400, KF_LIFE_TREE_DEEPEST = 60 };

typedef enum kf_life_mark { KF_LIFE_PLAIN, KF_LIFE_RIGHT, KF_LIFE_WRONG } kf_life_mark;

typedef struct kf_life_move {
    kf_point point;
    kf_colour colour;
    int parent;        // its index, -1 at the top
    kf_life_mark mark; // at the end of a line
} kf_life_move;

// Every move comes after its parent, and lines that succeed before those that fail.
typedef struct kf_life_tree {
    int count;
    kf_life_move moves[KF_LIFE_TREE];
} kf_life_tree;

/* ---- life.c ------------------------------------------------------- doc/spec/life.md ---- */

// The two players: the owner of the group, and the other one.
enum { KF_DEFENDER = 0, KF_ATTACKER = 1 };

// What becomes of a group. UNSETTLED is a status only: who moves first decides.
typedef enum kf_life_word {
    KF_LIFE_UNKNOWN,    // not found within the budget, or it depends on what lies outside
    KF_LIFE_ALIVE,      // two eyes, or safe stones that it connects to
    KF_LIFE_SEKI,       // it cannot be taken, and gets two eyes by winning a ko at most
    KF_LIFE_KO,         // the side that wins a ko decides; it is proved that the group is not dead
    KF_LIFE_KO_OR_DEAD, // not alive; that it is dead is neither proved nor disproved
    KF_LIFE_DEAD,
    KF_LIFE_UNSETTLED
} kf_life_word;

enum { KF_LIFE_LINE = 40, KF_LIFE_POINTS = 128, KF_LIFE_NOBODY = -1 };

// What happens when one side moves first.
typedef struct kf_life_case {
    kf_life_word word;
    bool runs_out;   // the group gets out of the part that was read: the word is then UNKNOWN
    int ko_winner;   // in a ko: KF_DEFENDER or KF_ATTACKER, who wins it when nobody has threats;
                     // KF_LIFE_NOBODY: not known
    int threats;     // in a ko: the least threats that turn that round, 0 when that was not found
    kf_point tried;  // UNKNOWN: the first move that was read most, or KF_NOWHERE
    int vital_count; // the first moves that reach this result; none when a pass does, too
    kf_point vital[KF_LIFE_POINTS];
    bool is_complete; // every other first move is known to do worse
    int line_count;   // the main line
    kf_point line[KF_LIFE_LINE];
    uint64_t nodes; // positions read
} kf_life_case;

// What is asked. All zero but `board`, `group` and `nodes` is the usual way.
typedef struct kf_life_question {
    const kf_board *board;
    kf_point group; // a point of one of its stones
    uint64_t nodes; // how many positions may be read for each side moving first
    bool is_chain;  // the group is the chain with what one move cannot cut from it, and no more
    bool is_given;  // it is read in the part of the board between these corners, which are
    kf_point corners[2]; // the upper left and the lower right one
    bool skip[2];        // by KF_DEFENDER and KF_ATTACKER: that side moving first is not read
    kf_life_tree *tree;  // takes solutions and refutations of the sides that are asked; or NULL
} kf_life_question;

// What was read of a group.
typedef struct kf_life_group {
    bool is_read;          // false: no stone there, or too large a part
    kf_life_word status;   // of both cases together
    kf_life_case first[2]; // by KF_DEFENDER and KF_ATTACKER
    kf_colour colour[2];   // of either player
    int stone_count;       // of the group
    kf_point stones[KF_LIFE_POINTS];
    int safe_count; // stones outside that touch the part and are taken as safe: one of each chain
    kf_point safe[KF_LIFE_POINTS];
} kf_life_group;

// Reads a group. False: there was no memory.
KF_API bool kf_life_read(const kf_life_question *question, kf_life_group *group);
// The word under these rules when the game ends and nothing more is played. It differs from the
// status only in a ko that the attacker alone can start and wins without threats, as the bent four
// in the corner: dead where own eyes in seki count for nothing (japanese, korean), else open.
KF_API kf_life_word kf_life_at_end(const kf_life_group *group, const kf_rules *rules);
// "alive", "unsettled", …
KF_API const char *kf_life_name(kf_life_word word);

/* ---- life_course.c ------------------------------------------------ doc/spec/life.md ---- */

// A game read move by move: which groups change their status.
enum { KF_LIFE_MOVES = 16, KF_LIFE_COURSE_USUAL = 300 };

// What a move does to the one result that counts, that with the next player to move.
typedef enum kf_life_turn {
    KF_LIFE_NO_TURN, // nothing, or that is not known of both positions
    KF_LIFE_LOST,    // its owner could save it and now it dies
    KF_LIFE_LET_LIVE // the other player could take it and now it lives
} kf_life_turn;

// A group of which something else is true than in the position before.
typedef struct kf_life_change {
    kf_point group; // one of its stones
    kf_colour colour;
    int stones;
    kf_life_word before, after;
    kf_life_turn turn;
    int since; // so many positions ago `before` was found: 1 is the one before
    // The first moves that take it and that save it. Each in the position where that side moves:
    // those of who has just moved in the one before.
    int kill_count, save_count;
    kf_point kills[KF_LIFE_MOVES], saves[KF_LIFE_MOVES];
} kf_life_change;

// A reader of one game. It has what was found in earlier positions, and asks again only of groups
// around which something has changed.
typedef struct kf_life_course kf_life_course;

// NULL: there is no memory. `nodes` positions are read for each side of each group.
KF_API kf_life_course *kf_life_course_new(uint64_t nodes);
KF_API void kf_life_course_free(kf_life_course *course);
// Reads every group of the next position. `moved` made the move that led there, KF_EMPTY: nobody.
// All positions have the same size. False: there was no memory.
KF_API bool kf_life_course_step(kf_life_course *course, const kf_board *board, kf_colour moved);
// The changes since the position before, in the order of the board. The index is below their count.
KF_API size_t kf_life_course_count(const kf_life_course *course);
KF_API const kf_life_change *kf_life_course_at(const kf_life_course *course, size_t index);

/* ---- solution.c --------------------------------------------------- doc/spec/life.md ---- */

enum { KF_PROBLEM_MOVES = 32, KF_PROBLEM_GROUPS = 8 };

// What the record says.
typedef struct kf_problem {
    kf_node node; // where the position stands
    kf_board board;
    kf_colour mover; // who begins the solution
    bool is_marked;  // a branch is marked right; else the main line is the solution
    int right_count; // first moves of the solution
    kf_point right[KF_PROBLEM_MOVES];
} kf_problem;

typedef enum kf_solution { KF_SOLUTION_UNKNOWN, KF_SOLUTION_RIGHT, KF_SOLUTION_WRONG } kf_solution;

// Why a solution is neither right nor wrong.
typedef enum kf_unsolved {
    KF_UNSOLVED_NOT,    // it is one of them
    KF_UNSOLVED_GROUP,  // near it lies no group that could be taken or saved
    KF_UNSOLVED_BUDGET, // no group in question was found within the budget
    KF_UNSOLVED_OTHER   // other moves do it; of those that are given it is not known
} kf_unsolved;

// What reading says of the solution, and which first move it would choose itself.
typedef struct kf_solved {
    kf_solution solution;
    kf_unsolved reason;
    kf_point group;     // the group that was read, or KF_NOWHERE
    int task;           // KF_DEFENDER: the mover makes it live; KF_ATTACKER: he takes it
    bool is_chain;      // as in kf_life_question
    kf_life_group life; // of that group
    // First moves, one for each group near the solution, the one that promises most first. They are
    // found without the solution.
    int move_count;
    kf_point moves[KF_PROBLEM_GROUPS];
    // It is proved that the group is in question, and no larger one near the solution is: other
    // moves that do as well for it are solutions, too.
    bool is_main;
    // It is proved that the group comes to something else if the other side moves first. A solution
    // is right also where that is open: more reading may find that no move was needed.
    bool is_needed;
    // That the first of them does what the mover can do for a group, and that none near it is open
    // that has twice as many stones or more. What the group comes to without the move may be open.
    bool is_proved;
    uint64_t nodes; // positions read in all, of which games at random make up a quarter
} kf_solved;

// Reads the problem from a game of the cursor's record. False: it has no first move, or there was
// no memory to go there (kf_play_failed).
KF_API bool kf_solution_read(kf_play *replay, kf_node game, kf_problem *problem);
// Looks for the group that is in question, with that budget for all that is read, and compares its
// vital points with the solution. How the board is turned and who has which colour changes nothing.
// False: there was no memory.
KF_API bool kf_solution_solve(const kf_problem *problem, uint64_t nodes, kf_solved *solved);

#ifdef __cplusplus
}
#endif

#endif
