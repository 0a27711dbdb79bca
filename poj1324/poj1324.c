/* POJ 1324, Holedox Moving: src/main.rs once more, in C90 for a judge that takes no Rust. Why it is
   right stands there. What it does is the same to the byte, messages and exit status included. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Squares are numbered row by row in a grid with a closed margin round the largest lair. */
#define WIDTH 22
#define SQUARES (WIDTH * WIDTH)
#define EXIT (WIDTH + 1)
/* The middle of the grid, where a shape has its head. */
#define CENTRE (11 * WIDTH + 11)
#define UNREACHED (-1)
#define LONGEST 8
#define MANY 1000000000L

/* The shapes of all lengths together; the longest snake has 444 of them. */
#define SHAPES 677
/* More than 400 squares, 444 shapes and 4 moves make, and a power of two. */
#define QUEUE (1ul << 20)

/* The input, the part of it that is still to be read, and the number of the case that is read. */
struct Tokens {
    const char *input;
    const char *rest;
    const char *end;
    unsigned long case_number;
};

/* Bytes that are added to, in memory that grows as needed. */
struct Text {
    char *bytes;
    size_t length;
    size_t capacity;
};

struct Lair {
    /* The squares that a head may enter: no stones, no margin. */
    char open[SQUARES];
    /* The squares of the snake, from head to tail. */
    int body[LONGEST];
    int length;
};

/* Shapes are numbered as they are met. */
struct Shape {
    /* That of the whole body. */
    int length;
    /* The squares from the head to the last block before the first forgotten one. */
    int body[LONGEST];
    int body_length;
    /* By direction, once it is worked out: what shape_after returns. */
    int after[4];
    /* Where the head was when a state of this shape was expanded. */
    char visited[SQUARES];
};

/* Not worked out yet. */
#define UNKNOWN (-1)
/* A block is in the way. */
#define BLOCKED (-2)

struct Shapes {
    int count;
    /* One more, in which a shape is put together before it is looked for. */
    struct Shape shape[SHAPES + 1];
};

struct State {
    int moves;
    short head;
    short shape;
};

/* Runs round: the states from front to before back, both modulo QUEUE. */
struct Deque {
    unsigned long front;
    unsigned long back;
    struct State state[QUEUE];
};

static void reserve(struct Text *text, size_t room);
static void solve(const struct Text *input, struct Text *output);
static int read_lair(struct Tokens *tokens, struct Lair *lair);
static void read_body(struct Tokens *tokens, int rows, int columns, struct Lair *lair);
static int square_at(int row, int column);
static int neighbour(int square, int direction);
static int fewest_moves(const struct Lair *lair, struct Shapes *shapes);
static void distances(const struct Lair *lair, int *distance);
static int shape_after(int number, int direction, struct Shapes *shapes);
static int shape_of(const int *body, int body_length, int length, struct Shapes *shapes);

static void fail(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(1);
}

int main(void)
{
    struct Text input = {NULL, 0, 0};
    struct Text output = {NULL, 0, 0};

    do {
        reserve(&input, 65536);
        input.length += fread(input.bytes + input.length, 1, 65536, stdin);
    } while (!feof(stdin) && !ferror(stdin));
    if (ferror(stdin))
        fail("cannot read the input");
    solve(&input, &output);
    fwrite(output.bytes, 1, output.length, stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("cannot write the output");
    free(input.bytes);
    free(output.bytes);
    return 0;
}

static void reserve(struct Text *text, size_t room)
{
    char *bytes;

    if (text->capacity - text->length >= room)
        return;
    bytes = (char *)realloc(text->bytes, text->capacity * 2 + room);
    if (bytes == NULL)
        fail("not enough memory");
    text->bytes = bytes;
    text->capacity = text->capacity * 2 + room;
}

/* The answers to all cases, a line each. Ends the program if something is wrong with the input. */
static void solve(const struct Text *input, struct Text *output)
{
    static struct Shapes shapes;
    struct Tokens tokens;
    struct Lair lair;

    tokens.input = input->bytes;
    tokens.rest = input->bytes;
    tokens.end = input->bytes + input->length;
    tokens.case_number = 1;
    reserve(output, 64);
    while (read_lair(&tokens, &lair)) {
        int moves = fewest_moves(&lair, &shapes);

        reserve(output, 64);
        output->length += (size_t)sprintf(output->bytes + output->length, "Case %lu: %d\n",
                                          tokens.case_number, moves);
        tokens.case_number++;
    }
}

/* Says where the number read last stands, and what is wrong with it. */
static void error(const struct Tokens *tokens, const char *expected, const char *found)
{
    unsigned long line = 1;
    const char *read;

    for (read = tokens->input; read < tokens->rest; read++)
        line += *read == '\n';
    fprintf(stderr, "line %lu, case %lu: expected %s, found %s\n", line, tokens->case_number,
            expected, found);
    exit(1);
}

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* The start of the next token; the end of the input if there is none. */
static const char *token_start(const struct Tokens *tokens)
{
    const char *start = tokens->rest;

    while (start < tokens->end && is_space(*start))
        start++;
    return start;
}

/* Whether a token is a number, and which, or one beyond MANY if it is too far from 0. */
static int parse(const char *token, const char *end, long *number)
{
    int is_negative = token < end && *token == '-';

    if (token < end && (*token == '-' || *token == '+'))
        token++;
    if (token == end)
        return 0;
    *number = 0;
    for (; token < end; token++) {
        if (*token < '0' || *token > '9')
            return 0;
        *number = *number <= MANY / 10 ? *number * 10 + (*token - '0') : MANY + 1;
    }
    if (is_negative)
        *number = -*number;
    return 1;
}

/* Reads the next token, which is to be a number from least to most. */
static long number(struct Tokens *tokens, const char *expected, long least, long most)
{
    const char *token = token_start(tokens);
    const char *end = token;
    int is_short = 1;
    long value;
    char found[30];

    for (; end < tokens->end && !is_space(*end); end++)
        is_short = is_short && '!' <= *end && *end <= '~';
    tokens->rest = end;
    if (parse(token, end, &value) && least <= value && value <= most)
        return value;
    if (token == end)
        error(tokens, expected, "the end of the input");
    if (!is_short || end - token > 20)
        error(tokens, expected, "a word too long or too foreign to show");
    sprintf(found, "\"%.*s\"", (int)(end - token), token);
    error(tokens, expected, found);
    return 0;
}

/* The next case. Returns 0 after the last one: at 0 0 0, or where the input just ends. */
static int read_lair(struct Tokens *tokens, struct Lair *lair)
{
    int rows, columns, row, column;
    long stones;

    if (tokens->case_number > 1 && token_start(tokens) == tokens->end)
        return 0;
    rows = (int)number(tokens, "n from 0 to 20", 0, 20);
    if (rows == 0) {
        number(tokens, "m = 0 after n = 0", 0, 0);
        number(tokens, "L = 0 after n = 0", 0, 0);
        return 0;
    }
    columns = (int)number(tokens, "m from 1 to 20", 1, 20);
    read_body(tokens, rows, columns, lair);
    memset(lair->open, 0, sizeof lair->open);
    for (row = 1; row <= rows; row++)
        memset(lair->open + square_at(row, 1), 1, (size_t)columns);
    for (stones = number(tokens, "K from 0 to 1000000000", 0, MANY); stones > 0; stones--) {
        row = (int)number(tokens, "the row of a stone", -MANY, MANY);
        column = (int)number(tokens, "the column of a stone", -MANY, MANY);
        if (1 <= row && row <= rows && 1 <= column && column <= columns)
            lair->open[square_at(row, column)] = 0;
    }
    return 1;
}

static int contains(const int *squares, int count, int square)
{
    while (count > 0 && squares[count - 1] != square)
        count--;
    return count > 0;
}

/* The squares of a snake, each a neighbour of the last, none twice. */
static void read_body(struct Tokens *tokens, int rows, int columns, struct Lair *lair)
{
    char expected_row[60];
    char expected_column[60];
    int block;

    sprintf(expected_row, "the row of a block from 1 to %d", rows);
    sprintf(expected_column, "the column of a block from 1 to %d", columns);
    lair->length = (int)number(tokens, "L from 1 to 8", 1, LONGEST);
    for (block = 0; block < lair->length; block++) {
        int row = (int)number(tokens, expected_row, 1, rows);
        int column = (int)number(tokens, expected_column, 1, columns);
        int square = square_at(row, column);
        int direction = 0;

        while (block > 0 && direction < 4 &&
               neighbour(lair->body[block - 1], direction) != square)
            direction++;
        if (contains(lair->body, block, square) || direction == 4) {
            char found[40];

            sprintf(found, "row %d, column %d", row, column);
            error(tokens, "a free square beside the last block", found);
        }
        lair->body[block] = square;
    }
}

static int square_at(int row, int column)
{
    return row * WIDTH + column;
}

/* The square beside one inside the lair. */
static int neighbour(int square, int direction)
{
    switch (direction) {
    case 0:
        return square - WIDTH;
    case 1:
        return square - 1;
    case 2:
        return square + 1;
    default:
        return square + WIDTH;
    }
}

/* The fewest moves to the exit, -1 if it is out of reach. */
static int fewest_moves(const struct Lair *lair, struct Shapes *shapes)
{
    static struct Deque queue;
    int distance[SQUARES];
    int i;

    distances(lair, distance);
    if (distance[lair->body[0]] == UNREACHED)
        return -1;
    for (i = 0; i < shapes->count; i++)
        memset(shapes->shape[i].visited, 0, SQUARES);
    queue.front = 0;
    queue.back = 1;
    queue.state[0].moves = 0;
    queue.state[0].head = (short)lair->body[0];
    queue.state[0].shape = (short)shape_of(lair->body, lair->length, lair->length, shapes);
    while (queue.front != queue.back) {
        struct State state = queue.state[queue.front];
        char *visited = &shapes->shape[state.shape].visited[state.head];
        int direction;

        queue.front = (queue.front + 1) % QUEUE;
        if (*visited)
            continue;
        *visited = 1;
        if (state.head == EXIT)
            return state.moves;
        for (direction = 0; direction < 4; direction++) {
            int square = neighbour(state.head, direction);
            int next;
            struct State *place;

            if (!lair->open[square])
                continue;
            next = shape_after(state.shape, direction, shapes);
            if (next == BLOCKED)
                continue;
            if (distance[square] < distance[state.head]) {
                queue.front = (queue.front + QUEUE - 1) % QUEUE;
                place = &queue.state[queue.front];
            } else {
                place = &queue.state[queue.back];
                queue.back = (queue.back + 1) % QUEUE;
            }
            place->moves = state.moves + 1;
            place->head = (short)square;
            place->shape = (short)next;
        }
    }
    return -1;
}

/* Each square's distance to the exit round the stones. A stone under the head counts as open, as
   the head may leave it: that makes distances too short at most, and they remain a lower bound. */
static void distances(const struct Lair *lair, int *distance)
{
    int queue[SQUARES];
    int back = 0;
    int front, direction;

    for (front = 0; front < SQUARES; front++)
        distance[front] = UNREACHED;
    if (lair->open[EXIT] || lair->body[0] == EXIT) {
        distance[EXIT] = 0;
        queue[back++] = EXIT;
    }
    for (front = 0; front < back; front++) {
        int square = queue[front];

        for (direction = 0; direction < 4; direction++) {
            int next = neighbour(square, direction);

            if (distance[next] == UNREACHED && (lair->open[next] || next == lair->body[0])) {
                distance[next] = distance[square] + 1;
                queue[back++] = next;
            }
        }
    }
}

/* The shape that a move leads to, or BLOCKED if a block is in the way. */
static int shape_after(int number, int direction, struct Shapes *shapes)
{
    struct Shape *shape = &shapes->shape[number];
    int body[LONGEST + 1];

    if (shape->after[direction] != UNKNOWN)
        return shape->after[direction];
    body[0] = neighbour(CENTRE, direction);
    memcpy(body + 1, shape->body, sizeof shape->body);
    if (contains(shape->body, shape->body_length, body[0]))
        shape->after[direction] = BLOCKED;
    else
        shape->after[direction] = shape_of(body, shape->body_length + 1, shape->length, shapes);
    return shape->after[direction];
}

/* The shape of a body, or of one with the square that its tail has left: that one is forgotten. */
static int shape_of(const int *body, int body_length, int length, struct Shapes *shapes)
{
    struct Shape *shape = &shapes->shape[shapes->count];
    int known = 0;
    int i;

    shape->length = length;
    shape->body_length = 0;
    memset(shape->body, 0, sizeof shape->body);
    for (i = 0; i < body_length; i++) {
        int square = body[i] + CENTRE - body[0];

        if (abs(square / WIDTH - 11) + abs(square % WIDTH - 11) > length - i)
            break;
        shape->body[shape->body_length++] = square;
    }
    while (known < shapes->count && (shapes->shape[known].length != length ||
           memcmp(shapes->shape[known].body, shape->body, sizeof shape->body) != 0))
        known++;
    if (known == shapes->count) {
        for (i = 0; i < 4; i++)
            shape->after[i] = UNKNOWN;
        memset(shape->visited, 0, SQUARES);
        shapes->count++;
    }
    return known;
}
