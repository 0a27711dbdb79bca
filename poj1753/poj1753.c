/* Flip Game, POJ 1753, for a judge without Rust: the twin of src/main.rs, which argues it. */

#include <stdio.h>
#include <stdlib.h>

/* Every column of a row: bit c stands for column c. */
#define FULL 15u

/* More flips than any set has. */
#define IMPOSSIBLE 17

/* Where the character that was read last stands. */
struct position {
    unsigned long line, column;
};

static int solve(void);
static int parse(unsigned board[4]);
static int next_square(struct position *at);
static void malformed(int square, int found, struct position at);
static int fewest_flips(const unsigned board[4]);
static int flips_to(unsigned goal, const unsigned board[4], unsigned first);
static int count_ones(unsigned row);

int main(void)
{
    if (!solve())
        return EXIT_FAILURE;
    if (fflush(stdout) != 0) {
        fputs("cannot write the output\n", stderr);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

/* Answers stdin on stdout, or returns 0 after one line on stderr. */
static int solve(void)
{
    unsigned board[4] = {0, 0, 0, 0};
    int flips;

    if (!parse(board))
        return 0;
    flips = fewest_flips(board);
    if (flips == IMPOSSIBLE)
        puts("Impossible");
    else
        printf("%d\n", flips);
    return 1;
}

/* Adds the black pieces of each row to an empty board: the first sixteen squares, whatever ASCII
   white space stands between them. What follows is not read. */
static int parse(unsigned board[4])
{
    struct position at = {1, 0};
    int square, found;

    for (square = 0; square < 16; square++) {
        found = next_square(&at);
        if (found == 'b') {
            board[square / 4] |= 1u << (square % 4);
        } else if (found != 'w') {
            malformed(square, found, at);
            return 0;
        }
    }
    return 1;
}

/* The next character that is not white space, or EOF. */
static int next_square(struct position *at)
{
    int c;

    do {
        c = getchar();
        at->column++;
        if (c == '\n') {
            at->line++;
            at->column = 0;
        }
    } while (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r');
    return c;
}

/* Says what was found in place of a square: a character, or EOF. */
static void malformed(int square, int found, struct position at)
{
    if (found == EOF && ferror(stdin)) {
        fputs("cannot read the input\n", stderr);
        return;
    }
    fprintf(stderr, "line %lu, column %lu: expected 'b' or 'w' for square %d of 16, found ",
            at.line, at.column, square + 1);
    if (found == EOF)
        fputs("the end of the input\n", stderr);
    else if (found > ' ' && found < 127)
        fprintf(stderr, "'%c'\n", found);
    else
        fputs("a character that is not printable ASCII\n", stderr);
}

/* The size of the smallest set of flips that makes all pieces white or all black. */
static int fewest_flips(const unsigned board[4])
{
    int fewest = IMPOSSIBLE;
    int flips;
    unsigned goal, first;

    for (goal = 0; goal <= FULL; goal += FULL) {
        for (first = 0; first <= FULL; first++) {
            flips = flips_to(goal, board, first);
            if (flips < fewest)
                fewest = flips;
        }
    }
    return fewest;
}

/* The size of the set of flips that is decided by those in the first row, first, if it makes every
   row goal. */
static int flips_to(unsigned goal, const unsigned board[4], unsigned first)
{
    unsigned above = 0, flips = first, flipped;
    int count = 0;
    int row;

    for (row = 0; row < 4; row++) {
        count += count_ones(flips);
        flipped = board[row] ^ above ^ flips ^ ((flips << 1) & FULL) ^ (flips >> 1);
        above = flips;
        flips = flipped ^ goal;
    }
    /* Flips still due would be below the last row. */
    return flips == 0 ? count : IMPOSSIBLE;
}

static int count_ones(unsigned row)
{
    int count = 0;

    for (; row != 0; row &= row - 1)
        count++;
    return count;
}
