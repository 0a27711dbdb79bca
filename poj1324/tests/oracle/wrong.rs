//! Programs that get one rule of POJ 1324 wrong: some stored case must catch each.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::statement::{
    self, follow, free_neighbours, is_free, is_inside, print, read, Body, Lair, Square, DOWN, EXIT,
    LEFT, RIGHT, UP,
};

/// A body that has been reached, and in how many moves.
type State = (Body, usize);

/// What a program may get wrong.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// The lair that is searched, of the one that was read and those before it.
    lair: fn(&Lair, &[Lair]) -> Lair,
    /// Where the head may go from its square.
    steps: &'a [Square],
    /// Whether a square belongs to the lair.
    is_inside: fn(&Lair, Square) -> bool,
    /// Whether the body, as it is before the move, lets its head enter a square.
    is_free: fn(&Lair, &[Square], Square) -> bool,
    /// The body after its head has entered a square.
    follow: fn(&[Square], Square) -> Body,
    /// Whether the snake is out.
    is_out: fn(&Lair, &[Square]) -> bool,
    /// What the search knows a body by.
    key: fn(&[Square]) -> Body,
    /// The state whose moves are tried next.
    next: fn(&mut VecDeque<State>) -> Option<State>,
    /// The line of a case.
    line: fn(usize, Option<usize>) -> String,
}

/// The rules of the statement.
pub const RULES: Rules<'static> = Rules {
    lair: |lair, _| lair.clone(),
    steps: &[UP, DOWN, LEFT, RIGHT],
    is_inside,
    is_free,
    follow,
    is_out: |_, body| body[0] == EXIT,
    key: <[Square]>::to_vec,
    next: VecDeque::pop_front,
    line: print,
};

/// What a program with these rules prints.
pub fn output(input: &str, rules: &Rules) -> String {
    let lairs = read(input);
    let line = |case: usize| {
        let lair = (rules.lair)(&lairs[case], &lairs[..case]);
        let mut seen = HashSet::new();
        (rules.line)(case + 1, fewest_moves(&lair, rules, |key| seen.insert(key)))
    };
    (0..lairs.len()).map(line).collect()
}

/// Breadth-first search; `is_new` tells whether a key is given to it for the first time.
fn fewest_moves(lair: &Lair, rules: &Rules, mut is_new: impl FnMut(Body) -> bool) -> Option<usize> {
    is_new((rules.key)(&lair.body));
    let mut queue = VecDeque::from([(lair.body.clone(), 0)]);
    while let Some((body, moves)) = (rules.next)(&mut queue) {
        if (rules.is_out)(lair, &body) {
            return Some(moves);
        }
        for (down, right) in rules.steps {
            let square = (body[0].0 + down, body[0].1 + right);
            if (rules.is_inside)(lair, square) && (rules.is_free)(lair, &body, square) {
                let body = (rules.follow)(&body, square);
                if is_new((rules.key)(&body)) {
                    queue.push_back((body, moves + 1));
                }
            }
        }
    }
    None
}

/// The right answers.
fn answers(lairs: &[Lair]) -> Vec<Option<usize>> {
    lairs.iter().map(statement::fewest_moves).collect()
}

fn lines(answers: &[Option<usize>]) -> String {
    (1..).zip(answers).map(|(case, &moves)| print(case, moves)).collect()
}

fn is_within((row, column): Square, first: i32, last_row: i32, last_column: i32) -> bool {
    (first..=last_row).contains(&row) && (first..=last_column).contains(&column)
}

pub type Program = Box<dyn Fn(&str) -> String>;

/// Each wrong program, by its name.
pub fn programs() -> Vec<(&'static str, Program)> {
    rules()
        .into_iter()
        .chain(searches())
        .map(|(name, rules)| (name, program(move |input| output(input, &rules))))
        .chain([
            ("one-case-only", program(|input| lines(&answers(&read(input)[..1])))),
            ("no-stones-end-the-input", program(no_stones_end_the_input)),
            ("answer-left-over", program(answer_left_over)),
            ("visited-left-over", program(|input| table_left_over(input, |_| 1))),
            ("visited-stamp-in-a-byte", program(|input| table_left_over(input, |case| case % 256))),
            ("gives-up-after-65536-bodies", program(gives_up)),
        ])
        .collect()
}

/// Each wrong search, by its name, in every order of its steps.
pub fn searches_in_every_order() -> Vec<(String, Program)> {
    let in_order = |(name, search): &(&str, Rules<'static>), steps: Vec<Square>| {
        let search = *search;
        let name = format!("{name} {steps:?}");
        (name, program(move |input| output(input, &Rules { steps: &steps, ..search })))
    };
    let in_every_order =
        |search| orders(RULES.steps).into_iter().map(move |steps| in_order(search, steps));
    searches().iter().flat_map(in_every_order).collect()
}

/// Every order of the steps.
fn orders(steps: &[Square]) -> Vec<Vec<Square>> {
    let mut orders = vec![Vec::new()];
    for step in steps {
        let longer = |order: &Vec<Square>| {
            let (order, places) = (order.clone(), 0..=order.len());
            places.map(move |place| [&order[..place], &[*step], &order[place..]].concat())
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

fn program(answer: impl Fn(&str) -> String + 'static) -> Program {
    Box::new(answer)
}

/// The wrong programs that differ in one of the [`Rules`].
#[rustfmt::skip]
fn rules() -> Vec<(&'static str, Rules<'static>)> {
    vec![
        // What is read, and what is left over of the cases before.
        ("sizes-swapped", Rules { lair: |lair, _| sizes(lair, lair.columns, lair.rows), ..RULES }),
        ("stones-swapped",
            Rules { lair: |lair, _| stones(lair, lair.stones.iter().map(swapped)), ..RULES }),
        ("body-swapped",
            Rules { lair: |lair, _| body(lair, lair.body.iter().map(swapped)), ..RULES }),
        ("body-read-tail-first",
            Rules { lair: |lair, _| body(lair, lair.body.iter().copied().rev()), ..RULES }),
        ("eighth-block-dropped",
            Rules { lair: |lair, _| body(lair, first(&lair.body, 7)), ..RULES }),
        ("last-stone-dropped", Rules {
            lair: |lair, _| stones(lair, lair.stones.iter().copied().rev().skip(1)),
            ..RULES
        }),
        ("stone-count-in-a-byte", Rules {
            lair: |lair, _| stones(lair, first(&lair.stones, lair.stones.len() % 256)),
            ..RULES
        }),
        ("stones-left-over", Rules {
            lair: |lair, before| {
                stones(lair, before.iter().chain([lair]).flat_map(|lair| lair.stones.clone()))
            },
            ..RULES
        }),
        ("stone-stamp-in-a-byte", Rules {
            lair: |lair, before| {
                stones(lair, every_256th(before).chain([lair]).flat_map(|lair| lair.stones.clone()))
            },
            ..RULES
        }),
        ("bodies-left-over", Rules {
            lair: |lair, before| {
                let bodies = before.iter().flat_map(|lair| lair.body.clone());
                stones(lair, bodies.chain(lair.stones.clone()))
            },
            ..RULES
        }),
        ("sizes-left-over", Rules {
            lair: |lair, before| before.iter().fold(lair.clone(), |lair, one| {
                sizes(&lair, lair.rows.max(one.rows), lair.columns.max(one.columns))
            }),
            ..RULES
        }),
        // Where the head may go.
        ("never-up", Rules { steps: &[DOWN, LEFT, RIGHT], ..RULES }),
        ("never-down", Rules { steps: &[UP, LEFT, RIGHT], ..RULES }),
        ("never-left", Rules { steps: &[UP, DOWN, RIGHT], ..RULES }),
        ("never-right", Rules { steps: &[UP, DOWN, LEFT], ..RULES }),
        ("diagonal-moves", Rules {
            steps: &[UP, DOWN, LEFT, RIGHT, (-1, -1), (-1, 1), (1, -1), (1, 1)],
            ..RULES
        }),
        ("row-and-column-0-allowed", Rules {
            is_inside: |lair, square| is_within(square, 0, lair.rows, lair.columns),
            ..RULES
        }),
        ("row-n-plus-1-allowed", Rules {
            is_inside: |lair, square| is_within(square, 1, lair.rows + 1, lair.columns),
            ..RULES
        }),
        ("column-m-plus-1-allowed", Rules {
            is_inside: |lair, square| is_within(square, 1, lair.rows, lair.columns + 1),
            ..RULES
        }),
        ("last-row-forbidden", Rules {
            is_inside: |lair, square| is_within(square, 1, lair.rows - 1, lair.columns),
            ..RULES
        }),
        ("last-column-forbidden", Rules {
            is_inside: |lair, square| is_within(square, 1, lair.rows, lair.columns - 1),
            ..RULES
        }),
        ("always-20-by-20", Rules { is_inside: |_, square| is_within(square, 1, 20, 20), ..RULES }),
        ("rows-and-columns-end-at-19", Rules {
            is_inside: |lair, square| is_within(square, 1, lair.rows.min(19), lair.columns.min(19)),
            ..RULES
        }),
        ("stones-do-not-stop",
            Rules { is_free: |_, body, square| !body.contains(&square), ..RULES }),
        ("body-does-not-stop",
            Rules { is_free: |lair, _, square| !lair.stones.contains(&square), ..RULES }),
        ("only-the-neck-stops", Rules {
            is_free: |lair, body, square| is_free(lair, &first(body, 2), square),
            ..RULES
        }),
        ("tail-leaves-before-the-head-enters", Rules {
            is_free: |lair, body, square| is_free(lair, &body[..body.len() - 1], square),
            ..RULES
        }),
        ("two-blocks-turn-on-the-spot", Rules {
            is_free: |lair, body, square| is_free(lair, body, square)
                || body.len() == 2 && square == body[1],
            ..RULES
        }),
        ("first-body-stays-as-a-wall", Rules {
            is_free: |lair, body, square| is_free(lair, body, square)
                && !lair.body.contains(&square),
            ..RULES
        }),
        ("never-away-from-the-exit", Rules {
            is_free: |lair, body, square| is_free(lair, body, square)
                && steps_to_exit(lair, square) < steps_to_exit(lair, body[0]),
            ..RULES
        }),
        ("one-shortest-way-only", Rules {
            is_free: |lair, body, square| is_free(lair, body, square)
                && Some(square) == next_on_the_way(lair, body[0]),
            ..RULES
        }),
        ("body-shifts-as-a-whole", Rules { follow: shift, ..RULES }),
        // When the snake is out.
        ("exit-under-the-body-counts", Rules {
            is_free: |lair, body, square| is_free(lair, body, square) || square == EXIT,
            ..RULES
        }),
        ("any-block-on-the-exit-counts", Rules { is_out: |_, body| body.contains(&EXIT), ..RULES }),
        ("tail-must-reach-the-exit",
            Rules { is_out: |_, body| body.last() == Some(&EXIT), ..RULES }),
        ("exit-at-the-last-square",
            Rules { is_out: |lair, body| body[0] == (lair.rows, lair.columns), ..RULES }),
        ("start-not-tested",
            Rules { is_out: |lair, body| body[0] == EXIT && body != lair.body, ..RULES }),
        // What is printed.
        ("moves-in-a-byte", Rules {
            line: |case, moves| print(case, moves.map(|moves| moves % 256)),
            ..RULES
        }),
        ("start-counts-as-a-move", Rules {
            line: |case, moves| print(case, moves.map(|moves| moves + 1)),
            ..RULES
        }),
        ("0-for-impossible",
            Rules { line: |case, moves| print(case, moves.or(Some(0))), ..RULES }),
        ("nothing-for-impossible", Rules {
            line: |case, moves| moves.map_or(String::new(), |_| print(case, moves)),
            ..RULES
        }),
        ("cases-counted-from-0",
            Rules { line: |case, moves| print(case - 1, moves), ..RULES }),
        ("cases-not-counted", Rules { line: |_, moves| print(1, moves), ..RULES }),
    ]
}

/// The wrong programs that merge bodies that differ, or take them in a wrong order.
#[rustfmt::skip]
fn searches() -> Vec<(&'static str, Rules<'static>)> {
    vec![
        ("visited-by-head", Rules { key: |body| first(body, 1), ..RULES }),
        ("visited-by-head-and-neck", Rules { key: |body| first(body, 2), ..RULES }),
        ("visited-by-head-and-tail",
            Rules { key: |body| vec![body[0], body[body.len() - 1]], ..RULES }),
        ("visited-without-tail", Rules { key: |body| first(body, body.len().max(2) - 1), ..RULES }),
        ("visited-by-seven-blocks", Rules { key: |body| first(body, 7), ..RULES }),
        ("visited-by-set-of-squares", Rules { key: sorted, ..RULES }),
        ("blocks-forgotten-too-early",
            Rules { key: |body| near_blocks(body, body.len() - 1), ..RULES }),
        ("depth-first", Rules { next: VecDeque::pop_back, ..RULES }),
        ("nearest-to-the-exit-first",
            Rules { next: |queue| least(queue, |(body, _)| steps_over_stones(body[0])), ..RULES }),
        ("a-star-with-twice-the-distance", Rules {
            next: |queue| least(queue, |(body, moves)| moves + 2 * steps_over_stones(body[0])),
            ..RULES
        }),
    ]
}

fn sizes(lair: &Lair, rows: i32, columns: i32) -> Lair {
    Lair { rows, columns, ..lair.clone() }
}

fn stones(lair: &Lair, stones: impl IntoIterator<Item = Square>) -> Lair {
    Lair { stones: stones.into_iter().collect(), ..lair.clone() }
}

fn body(lair: &Lair, body: impl IntoIterator<Item = Square>) -> Lair {
    Lair { body: body.into_iter().collect(), ..lair.clone() }
}

/// The lairs 256 cases ago, 512 cases ago and so on.
fn every_256th(before: &[Lair]) -> impl Iterator<Item = &Lair> {
    before.iter().rev().skip(255).step_by(256)
}

fn swapped(&(row, column): &Square) -> Square {
    (column, row)
}

fn first(squares: &[Square], most: usize) -> Vec<Square> {
    squares.iter().copied().take(most).collect()
}

fn shift(body: &[Square], head: Square) -> Body {
    let (down, right) = (head.0 - body[0].0, head.1 - body[0].1);
    body.iter().map(|(row, column)| (row + down, column + right)).collect()
}

/// The steps from a square to the exit round the stones.
fn steps_to_exit(lair: &Lair, square: Square) -> Option<usize> {
    let body = vec![square];
    let head_alone = Lair { body, ..lair.clone() };
    statement::fewest_moves(&head_alone)
}

/// The neighbour of a square that is nearest to the exit, the first of equals.
fn next_on_the_way(lair: &Lair, square: Square) -> Option<Square> {
    let neighbours = free_neighbours(lair, &[], square);
    neighbours.min_by_key(|&neighbour| steps_to_exit(lair, neighbour).unwrap_or(usize::MAX))
}

/// The steps from a square to the exit where there are no stones.
fn steps_over_stones((row, column): Square) -> usize {
    row.abs_diff(1) as usize + column.abs_diff(1) as usize
}

fn sorted(body: &[Square]) -> Body {
    let mut key = body.to_vec();
    key.sort();
    key
}

/// The blocks that are no farther from the head than `most` less their index, and no others.
fn near_blocks(body: &[Square], most: usize) -> Body {
    let is_near = |&(index, square): &(usize, &Square)| {
        let (down, right) = (square.0 - body[0].0, square.1 - body[0].1);
        down.abs() + right.abs() + index as i32 <= most as i32
    };
    let placed = |(index, square): (usize, &Square)| [(index as i32, 0), *square];
    body.iter().enumerate().filter(is_near).flat_map(placed).collect()
}

fn least(queue: &mut VecDeque<State>, cost: impl Fn(&State) -> usize) -> Option<State> {
    let place = (0..queue.len()).min_by_key(|&place| cost(&queue[place]))?;
    queue.remove(place)
}

fn no_stones_end_the_input(input: &str) -> String {
    let lairs: Vec<Lair> =
        read(input).into_iter().take_while(|lair| !lair.stones.is_empty()).collect();
    lines(&answers(&lairs))
}

fn answer_left_over(input: &str) -> String {
    let mut last = None;
    let mut answers = answers(&read(input));
    for answer in &mut answers {
        *answer = answer.or(last);
        last = *answer;
    }
    lines(&answers)
}

/// The table of the bodies seen is never cleared; a body counts as seen that has the case's mark.
fn table_left_over(input: &str, mark: fn(usize) -> usize) -> String {
    let mut table = HashMap::new();
    let answer = |(case, lair): (usize, &Lair)| {
        fewest_moves(lair, &RULES, |body| table.insert(body, mark(case)).unwrap_or(0) != mark(case))
    };
    let answers: Vec<Option<usize>> = (1..).zip(&read(input)).map(answer).collect();
    lines(&answers)
}

fn gives_up(input: &str) -> String {
    let answer = |lair: &Lair| {
        let mut seen = HashSet::new();
        fewest_moves(lair, &RULES, |body| seen.len() < 1 << 16 && seen.insert(body))
    };
    let answers: Vec<Option<usize>> = read(input).iter().map(answer).collect();
    lines(&answers)
}
