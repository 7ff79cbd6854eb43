//! Sets of instances: those that come with the program, by name, and those of the user, from files.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use parity_core::Problem;
use parity_core::problem::{Kind, Spec};

/// A set that comes with the program. The first line of its text is the command that made it.
pub struct Provided {
    /// Name of the kind of problem.
    pub kind: &'static str,
    /// Name of the set.
    pub name: &'static str,
    /// The instances.
    pub text: &'static str,
}

/// The sets that come with the program.
pub const PROVIDED: &[Provided] = &[
    sudoku("easy", include_str!("../puzzles/sudoku/easy.txt")),
    sudoku("medium", include_str!("../puzzles/sudoku/medium.txt")),
    sudoku("hard", include_str!("../puzzles/sudoku/hard.txt")),
    sudoku("naive", include_str!("../puzzles/sudoku/naive.txt")),
    sudoku("diagonal", include_str!("../puzzles/sudoku/diagonal.txt")),
    sudoku("killer", include_str!("../puzzles/sudoku/killer.txt")),
    sudoku("4x4", include_str!("../puzzles/sudoku/4x4.txt")),
    sudoku("6x6", include_str!("../puzzles/sudoku/6x6.txt")),
    sudoku("16x16", include_str!("../puzzles/sudoku/16x16.txt")),
];

const fn sudoku(name: &'static str, text: &'static str) -> Provided {
    Provided { kind: "sudoku", name, text }
}

/// The names of the sets of a kind that come with the program.
pub fn names(kind: &str) -> Vec<&'static str> {
    let of_kind = PROVIDED.iter().filter(|provided| provided.kind == kind);
    of_kind.map(|provided| provided.name).collect()
}

/// The instances of a set, and its name: a provided set, a file, or all files of a directory.
///
/// # Errors
/// If there is no such set or file, or one of its instances cannot be read.
pub fn read(
    kind: &Kind,
    set: &str,
    spec: &Spec,
) -> anyhow::Result<(String, Vec<Box<dyn Problem>>)> {
    let is_asked_for = |provided: &&Provided| (provided.kind, provided.name) == (kind.name, set);
    if let Some(provided) = PROVIDED.iter().find(is_asked_for) {
        let input = Box::new(Cursor::new(provided.text));
        return Ok((set.to_owned(), instances(kind, input, spec, set)?));
    }
    let (path, mut problems) = (Path::new(set), Vec::new());
    if set == "-" {
        let input = Box::new(BufReader::new(std::io::stdin()));
        problems.extend(instances(kind, input, spec, "standard input")?);
    } else {
        let known = names(kind.name);
        let others = match known.is_empty() {
            true => String::new(),
            false => format!(", and no provided set of that name; there are {}", known.join(", ")),
        };
        ensure!(path.exists(), "there is no file `{set}`{others}");
        for file in files(path)? {
            problems.extend(read_file(kind, &file, spec)?);
        }
    }
    ensure!(!problems.is_empty(), "there is no instance in `{set}`");
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok((stem.filter(|_| set != "-").unwrap_or_else(|| "input".to_owned()), problems))
}

/// The file, or the files of the directory in the order of their names.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in
        std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?
    {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The instances of a file.
///
/// # Errors
/// If it or one of its instances cannot be read, or there are no files of the kind.
pub fn read_file(kind: &Kind, path: &Path, spec: &Spec) -> anyhow::Result<Vec<Box<dyn Problem>>> {
    let name = path.display().to_string();
    let input = File::open(path).with_context(|| format!("cannot read {name}"))?;
    instances(kind, Box::new(BufReader::new(input)), spec, &name)
}

/// The instances of a text: several, if the kind has such files, or the one that it is.
fn instances(
    kind: &Kind,
    mut input: Box<dyn BufRead>,
    spec: &Spec,
    name: &str,
) -> anyhow::Result<Vec<Box<dyn Problem>>> {
    let in_file = || name.to_owned();
    match kind.read {
        Some(read) => read(input, spec)?.map(|problem| problem.with_context(in_file)).collect(),
        None if kind.from_text => {
            let mut text = Vec::new();
            input.read_to_end(&mut text).with_context(|| format!("cannot read {name}"))?;
            let text = Some(String::from_utf8_lossy(&text).into_owned());
            Ok(vec![Spec { text, ..spec.clone() }.build().with_context(in_file)?])
        }
        None => bail!("{} is not read from files", kind.name),
    }
}

#[cfg(test)]
mod tests {
    use parity_core::problem::KINDS;

    use super::*;

    #[test]
    fn the_provided_sets_are_as_large_as_promised_and_say_how_they_were_made() {
        let kind = KINDS.iter().find(|kind| kind.name == "sudoku").unwrap();
        let spec = Spec { kind: "sudoku".to_owned(), ..Spec::default() };
        let least = |name| match name {
            "easy" | "medium" | "hard" => 50,
            "diagonal" | "killer" | "4x4" | "6x6" => 10,
            _ => 3,
        };
        for provided in PROVIDED {
            let (name, problems) = read(kind, provided.name, &spec).unwrap();
            assert_eq!(name, provided.name);
            assert!(problems.len() >= least(provided.name), "{name}: {}", problems.len());
            assert!(provided.text.starts_with("# parity generate sudoku --count "), "{name}");
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let message = |name: &str, set: &str| {
            let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
            let spec = Spec { kind: name.to_owned(), ..Spec::default() };
            read(kind, set, &spec).err().map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert!(message("sudoku", "esay").contains("there are easy, medium, hard"));
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_str().unwrap();
        assert!(message("sudoku", path).contains("no instance"));
        std::fs::write(directory.path().join("x"), "nonsense").unwrap();
        assert!(message("queens", path).contains("not read from files"));
        assert!(message("colouring", path).contains("--colours"));
    }
}
