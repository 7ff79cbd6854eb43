//! The formats of the wild, and that what is written is read back.

use proptest::prelude::*;

use super::super::*;
use super::{PUZZLE, SOLUTION, values};

fn read(text: &str) -> Vec<Result<Entry, String>> {
    Reader::new(text.as_bytes()).map(|entry| entry.map_err(|error| error.to_string())).collect()
}

fn puzzles(text: &str) -> Vec<Sudoku> {
    let entries = read(text).into_iter();
    entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}\n{text}")).sudoku).collect()
}

fn puzzle() -> Sudoku {
    PUZZLE.parse().unwrap()
}

fn rows(text: &str) -> Vec<&str> {
    (0..9).map(|row| &text[9 * row..9 * row + 9]).collect()
}

#[test]
fn one_line_in_all_its_habits() {
    let zeros = PUZZLE.replace('.', "0");
    assert_eq!(puzzle().givens(), zeros.bytes().map(|byte| byte - b'0').collect::<Vec<_>>());
    for mark in ["0", "-", "X", "x", "_", "*", "?", " "] {
        assert_eq!(puzzles(&PUZZLE.replace('.', mark)), [puzzle()], "{mark}");
    }
    for text in [
        format!("\u{feff}{PUZZLE}"),
        format!("{PUZZLE}\r\n"),
        format!("\r{PUZZLE}\r\r"),
        format!("# a comment\r\n#\n\n{PUZZLE}   \n\n"),
        format!("{PUZZLE} # easy, 30 givens"),
        format!("{PUZZLE} text after column 81"),
        format!("{PUZZLE}easy"),
        format!("{PUZZLE};30;easy"),
        format!("   {PUZZLE}"),
        rows(PUZZLE).join(" "),
        zeros.bytes().map(|byte| format!("{} ", char::from(byte))).collect(),
        format!(
            "[{}]",
            zeros.bytes().map(|b| char::from(b).to_string()).collect::<Vec<_>>().join(",")
        ),
    ] {
        assert_eq!(puzzles(&text), [puzzle()], "{text:?}");
    }
}

#[test]
fn grids_in_all_their_habits() {
    let joined = |separator: &str| rows(PUZZLE).join(separator);
    let spaced = |row: &str, gap: &str| {
        let cells: Vec<String> = row.chars().map(|cell| cell.to_string()).collect();
        cells.join(gap)
    };
    let boxed = |row: &str, edge: &str| {
        format!("{edge}{} | {} | {}{edge}", &row[..3], &row[3..6], &row[6..])
    };
    let framed = |border: &str, edge: &str| {
        let bands: Vec<String> = rows(PUZZLE)
            .chunks(3)
            .map(|band| band.iter().map(|row| boxed(row, edge) + "\n").collect())
            .collect();
        format!("{border}\n{}{border}\n", bands.join(&format!("{border}\n")))
    };
    let givens: Vec<Value> = puzzle().givens().iter().map(|&given| given.into()).collect();
    for text in [
        joined("\n"),
        joined("\r\n"),
        joined("\n\n"),
        format!("Grid 01\n{}\n", joined("\n")),
        format!("---- Grid 1 ----\n---------\n{}\n---------\n", joined("\n")),
        format!("[Puzzle]\n{}\n", joined("\n")),
        format!("#Aan author\n#Ceasy\n{}", joined("\n")),
        joined("\n").replace('.', "-"),
        joined("\n").replace('.', " "),
        rows(PUZZLE).iter().map(|row| spaced(row, " ") + "\n").collect(),
        rows(PUZZLE).iter().map(|row| spaced(row, ", ") + ",\r\n").collect(),
        rows(PUZZLE)
            .iter()
            .map(|row| format!("[{}],\n", spaced(&row.replace('.', "0"), ", ")))
            .collect(),
        rows(PUZZLE).iter().map(|row| spaced(row, " ").replace('.', "-1") + "\n").collect(),
        framed("+-----+-----+-----+", "|"),
        framed("------+-------+------", ""),
        framed("===+===+===", ""),
        framed("-----------------", ""),
        framed("*-----------*", "|"),
        framed(".-----.-----.-----.", "|"),
        framed("│─────┼─────┼─────│", "│"),
        framed("", ""),
        puzzle().display(&givens),
    ] {
        assert_eq!(puzzles(&text), [puzzle()], "{text}");
    }
}

#[test]
fn empty_rows_of_dashes_are_told_from_borders() {
    let dashes = "---------\n12-------\n---------\n---3-----\n---------\n---------\n\
                  ------4--\n---------\n--------5\n";
    let dots = "---------\n12.......\n.........\n...3.....\n.........\n.........\n......4..\n\
                .........\n........5\n---------\n.........\n";
    let (with_dashes, with_dots) = (puzzles(dashes), puzzles(dots));
    assert_eq!(with_dashes[0].givens()[9..11], [1, 2]);
    assert_eq!(with_dots[0].givens()[..2], [1, 2]);
    assert_eq!((with_dashes.len(), with_dots.len()), (1, 1));
}

#[test]
fn several_puzzles_of_several_kinds_in_one_text() {
    let grid = rows(PUZZLE).join("\n");
    let text = format!(
        "# a set\nGrid 01\n{grid}\nGrid 02\n{grid}\n========\n{grid}\n========\n{PUZZLE}\n{grid}{}",
        "\n\n1234\n....\n....\n4321\n"
    );
    let four =
        Sudoku::with_givens(Shape::new(2, 2), vec![1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1]);
    let expected = [vec![puzzle(); 5], vec![four]].concat();
    assert_eq!(puzzles(&text), expected);
    let lines: Vec<usize> = read(&text).into_iter().map(|entry| entry.unwrap().line).collect();
    assert_eq!(lines, [3, 13, 23, 33, 34, 44]);
}

#[test]
fn a_ruler_between_boxes_is_a_border_whatever_their_shape() {
    let grid = "123456\n......\n......\n======\n......\n......\n654321\n";
    let ruled = puzzles(&format!("box 3x2\n{grid}"));
    assert_eq!(ruled, puzzles(&format!("box 3x2\n{}", grid.replace("======\n", ""))));
    assert_eq!((ruled.len(), ruled[0].shape()), (1, Shape::new(3, 2)));
}

#[test]
fn tables_give_the_solution_too() {
    for text in [
        format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n"),
        format!("quizzes,solutions\r\n{},{SOLUTION}\r\n", PUZZLE.replace('.', "0")),
        format!("id,puzzle,solution,clues\n1,{PUZZLE},{SOLUTION},30\n"),
        format!("\"{PUZZLE}\",\"{SOLUTION}\"\n"),
        format!("{PUZZLE}\t{SOLUTION}"),
        format!("{PUZZLE}:1:{SOLUTION}"),
    ] {
        let entries = read(&text);
        assert_eq!(entries.len(), 1, "{text}");
        let entry = entries[0].as_ref().unwrap();
        assert_eq!(entry.sudoku, puzzle(), "{text}");
        assert_eq!(entry.solution, Some(values(SOLUTION)), "{text}");
    }
    let entry = read(&format!("{PUZZLE}:652")).remove(0).unwrap();
    assert_eq!((entry.rest.as_str(), entry.solution), (":652", None));
}

#[test]
fn large_squares_in_all_alphabets() {
    // A filled square of sixteen, shifted from row to row, with one empty cell.
    let value = |row: usize, column: usize| (4 * row + row / 4 + column) % 16 + 1;
    let mut givens: Vec<u8> = (0..256).map(|cell| value(cell / 16, cell % 16) as u8).collect();
    let full = Sudoku::with_givens(Shape::new(4, 4), givens.clone());
    let full_values: Vec<Value> = givens.iter().map(|&given| given.into()).collect();
    assert_eq!(full.verify(&full_values), Ok(()));
    givens[37] = 0;
    let holed = Sudoku::with_givens(Shape::new(4, 4), givens);
    let write = |sudoku: &Sudoku, alphabet: &str, hole: char, gap: &str| -> String {
        let symbols: Vec<char> = alphabet.chars().collect();
        let rows = sudoku.givens().chunks(16).map(|row| {
            let cells = row.iter().map(|&given| match given {
                0 => hole.to_string(),
                given => symbols[usize::from(given) - 1].to_string(),
            });
            cells.collect::<Vec<_>>().join(gap)
        });
        rows.collect::<Vec<_>>().join("\n") + "\n"
    };
    for (alphabet, hole) in [
        ("123456789ABCDEFG", '.'),
        ("123456789abcdefg", '0'),
        ("123456789ABCDEFG", 'X'),
        ("0123456789ABCDEF", '.'),
        ("0123456789abcdef", '-'),
        ("ABCDEFGHIJKLMNOP", '.'),
        ("ABCDEFGHIJKLMNOP", '0'),
    ] {
        for gap in ["", " ", "|"] {
            for sudoku in [&full, &holed] {
                let text = write(sudoku, alphabet, hole, gap);
                assert_eq!(puzzles(&text), std::slice::from_ref(sudoku), "{text}");
                let line = text.replace('\n', "");
                if gap.is_empty() {
                    assert_eq!(puzzles(&line), std::slice::from_ref(sudoku), "{line}");
                }
            }
        }
    }
    let numbers = |sudoku: &Sudoku, hole: &str, from: u8| -> String {
        let rows = sudoku.givens().chunks(16).map(|row| {
            let cells = row.iter().map(|&given| match given {
                0 => format!("{hole:>3}"),
                given => format!("{:>3}", given - 1 + from),
            });
            cells.collect::<String>() + "\n"
        });
        rows.collect()
    };
    for (hole, from) in [(".", 1), ("0", 1), ("-1", 1), ("-1", 0), (".", 0)] {
        let text = numbers(&holed, hole, from);
        assert_eq!(puzzles(&text), std::slice::from_ref(&holed), "{text}");
    }
}

#[test]
fn twenty_five_rows_in_both_alphabets() {
    let value = |row: usize, column: usize| (5 * row + row / 5 + column) % 25;
    let givens = (0..625).map(|cell| value(cell / 25, cell % 25) as u8 + 1);
    let full = Sudoku::with_givens(Shape::new(5, 5), givens.collect());
    for alphabet in ["123456789ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOPQRSTUVWXY"] {
        let symbols: Vec<char> = alphabet.chars().collect();
        let line: String = (0..625).map(|cell| symbols[value(cell / 25, cell % 25)]).collect();
        assert_eq!(puzzles(&line), std::slice::from_ref(&full));
        let holed = line.replacen('A', ".", 3);
        let rows: Vec<&str> = (0..25).map(|row| &holed[25 * row..25 * row + 25]).collect();
        let read = puzzles(&rows.join("\n"));
        let empty = read[0].givens().iter().filter(|&&given| given == 0);
        assert_eq!((read.len(), read[0].size(), empty.count()), (1, 25, 3));
    }
}

#[test]
fn sixteen_cells_are_a_square_of_four_or_a_row_of_sixteen() {
    let four = "1...\n..2.\n.3..\n...4\n";
    let line = four.replace('\n', "");
    let expected: Sudoku = four.parse().unwrap();
    assert_eq!(expected.shape(), Shape::new(2, 2));
    assert_eq!(puzzles(&format!("{line}\n").repeat(20)), vec![expected.clone(); 20]);
    assert_eq!(puzzles(&format!("{line}\n{four}{line}")), vec![expected; 3]);
    let sixteen = format!("{}\n{}", format!("{line}\n").repeat(15), "............G...");
    assert_eq!(puzzles(&sixteen)[0].size(), 16);
    assert_eq!(puzzles(&format!("size 16\n{}", format!("{line}\n").repeat(16)))[0].size(), 16);
    let empty = format!("size 16\n{}", format!("{}\n", ".".repeat(16)).repeat(16));
    assert_eq!(puzzles(&empty), [Sudoku::new(Shape::new(4, 4))]);
}

#[test]
fn settings_hold_for_what_follows() {
    let six = "123...\n456...\n......\n......\n......\n......\n";
    let text = format!("{six}box 3x2\n{six}diagonals\n{six}{six}diagonals off\nbox 2x3\n{six}");
    let read = puzzles(&text);
    let found: Vec<_> = read.iter().map(|s| (s.shape().rows, s.diagonals())).collect();
    assert_eq!(found, [(2, false), (3, false), (3, true), (3, true), (2, false)]);
    let reader = Reader::new(six.as_bytes());
    let entry = reader.with_shape(Shape::new(3, 2)).with_diagonals(true).next();
    let sudoku = entry.unwrap().unwrap().sudoku;
    assert_eq!((sudoku.shape(), sudoku.diagonals()), (Shape::new(3, 2), true));
    let five = puzzles("size 5\n12345\n.....\n.....\n.....\n.....\n");
    assert_eq!(five[0].shape(), Shape::new(1, 5));
}

#[test]
fn killers_as_text_and_as_json() {
    let json = r#"[
        {"color": "yellow", "result": 3, "indices": [[1, 1], [1, 2]]},
        {"result": 15, "indices": [[1,3],[1,4],[1,5]]},
        {"sum": 9, "cells": [[9, 9]]}
    ]"#;
    let text = "# three cages\ncage 3: r1c1 r1c2\nCage\ncage 15: r1c3 r1c4 r1c5\n";
    let killer = puzzles(json).remove(0);
    assert_eq!(killer.size(), 9);
    assert_eq!(killer.cages().len(), 3);
    assert_eq!(killer.cages()[1].cells, [2, 3, 4]);
    // Written with its empty cells, it stands apart from what is written before it.
    assert_eq!(killer.to_string().lines().next(), Some(".".repeat(81).as_str()));
    assert_eq!(puzzles(&format!("{killer}\n{killer}")), [killer.clone(), killer.clone()]);
    assert_eq!(puzzles(&killer.to_string()), std::slice::from_ref(&killer));
    assert_eq!(puzzles(&format!("\n{json}")).len(), 1);
    assert_eq!(puzzles(text).len(), 2, "a heading stands between the cages");
    let with_givens = format!("diagonals\n{PUZZLE}\ncage 8: r1c1 r1c2\n\n{PUZZLE}\n");
    let read = puzzles(&with_givens);
    assert_eq!((read[0].cages().len(), read[1].cages().len()), (1, 0));
    let separated = "size 4\ncage 3: r1c1 R1C2\n====\ncage 4 = r1c1, r1c2\n";
    let sums: Vec<i64> = puzzles(separated).iter().map(|sudoku| sudoku.cages()[0].sum).collect();
    assert_eq!(sums, [3, 4]);
}

#[test]
fn a_word_as_long_as_a_row_is_a_heading() {
    let grid = rows(PUZZLE).join("\n");
    assert_eq!(puzzles(&format!("Difficulty\n{grid}\n")), [puzzle()]);
}

#[test]
fn errors_name_the_place_and_reading_goes_on() {
    let grid = rows(PUZZLE).join("\n");
    let short = grid.replace("\n6..195...", "\n6..195..");
    let missing = rows(PUZZLE)[..8].join("\n");
    let cases = [
        (
            PUZZLE[..80].to_owned(),
            "line 1, column 1: 80 cells: a 9×9 puzzle has 81 on one line, or 9 in each row",
        ),
        (
            PUZZLE.replacen('.', "a", 1),
            "line 1, column 3: `A` is not a cell of a 9×9 square: write 1 to 9, or `.` for an empty one",
        ),
        (
            PUZZLE.replacen('.', "$", 1).replace("..", ". ."),
            "line 1, column 3: `$` is not a cell: write a digit, number or letter, or `.` for an \
             empty one",
        ),
        (short, "line 2, column 1: 8 cells in a grid whose rows have 9, which begins at line 1"),
        (missing, "line 1, column 1: the grid that begins here has 8 rows of 9 cells: give 9"),
        (
            "123456\n123457\n......\n......\n......\n......".to_owned(),
            "line 2, column 6: `7` is not a cell of a 6×6 square: write 1 to 6, or `.` for an empty one",
        ),
        (
            "cage 3: r1c1 b2".to_owned(),
            "line 1, column 14: `b2` is not a cell such as r1c1: \
             a cage is written like `cage 15: r1c1 r1c2 r2c1`",
        ),
        (
            "cage three: r1c1".to_owned(),
            "line 1, column 1: a cage is written like `cage 15: r1c1 r1c2 r2c1`",
        ),
        ("cage 3: r1c10".to_owned(), "line 1, column 1: r1c10 is off the 9×9 board"),
        (
            "cage 3: r1c1 r1c2\ncage 5: r1c2 r1c3".to_owned(),
            "line 1, column 1: r1c2 is in cages 1 and 2",
        ),
        ("size 26".to_owned(), "line 1, column 1: size 26: the largest is 25"),
    ];
    for (text, message) in cases {
        let entries = read(&format!("{text}\n\n====\nsize 9\n{PUZZLE}\n"));
        assert_eq!(entries[0], Err(message.to_owned()), "{text}");
        assert_eq!(entries.len(), 2, "{text}: {entries:?}");
        assert_eq!(entries[1].as_ref().unwrap().sudoku, puzzle(), "{text}");
    }
    let only = |text: &str| text.parse::<Sudoku>().unwrap_err().to_string();
    assert_eq!(
        only("# nothing\n"),
        "line 1, column 1: there is no puzzle here: write 81 cells on one line or 9 rows of 9"
    );
    assert_eq!(
        only(&format!("{PUZZLE}\n{PUZZLE}")),
        "line 2, column 1: a second puzzle begins here: give one"
    );
    let json = only("[\n{\"result\": 3}]");
    assert!(json.starts_with("line 2, column 13: missing field `indices`"), "{json}");
    assert!(json.contains("a cage is {\"result\": 3"), "{json}");
}

fn any_sudoku() -> impl Strategy<Value = Sudoku> {
    let shapes = [(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 5), (4, 4), (2, 8), (5, 5)];
    let cells = proptest::collection::vec(proptest::option::weighted(0.4, 0..=24u8), 625);
    let cages = proptest::collection::vec((0..40i64, 1..4usize), 0..4);
    (proptest::sample::select(shapes.to_vec()), cells, any::<bool>(), cages, any::<bool>())
        .prop_map(|((rows, columns), cells, diagonals, cages, empty)| {
            let shape = Shape::new(rows, columns);
            let size = shape.size();
            let given = |cell: &Option<u8>| match (cell, empty) {
                (Some(value), false) => value % size as u8 + 1,
                _ => 0,
            };
            let givens = cells[..size * size].iter().map(given).collect();
            let mut from = 0;
            let cages = cages.into_iter().map(|(sum, length)| {
                let cells = (from..from + length).collect();
                from += length;
                Cage { sum, cells }
            });
            let sudoku = Sudoku::with_givens(shape, givens).with_diagonals(diagonals);
            sudoku.clone().with_cages(cages.collect()).unwrap_or(sudoku)
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(sudoku in any_sudoku()) {
        prop_assert_eq!(&sudoku.to_string().parse(), &Ok(sudoku.clone()));
    }

    #[test]
    fn what_is_drawn_is_read_back(sudoku in any_sudoku()) {
        let givens: Vec<Value> = sudoku.givens().iter().map(|&given| given.into()).collect();
        let drawn = sudoku.display(&givens);
        let reader = Reader::new(drawn.as_bytes()).with_shape(sudoku.shape());
        let read = reader.only().unwrap();
        prop_assert_eq!(read.givens(), sudoku.givens());
    }

    #[test]
    fn no_text_makes_it_panic(text in "([-.0-9aAxX_|+= \r\n]{0,12}|[.1-9]{9}\n|cage|size 4\n|box 2x2\n){0,14}") {
        read(&text);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let count = Reader::new(&bytes[..]).count();
        prop_assert!(count <= bytes.len());
    }
}
