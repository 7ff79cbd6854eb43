//! What holds of the repository as a whole: its map, and which way dependencies point.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(top().join(path)).unwrap()
}

/// The folders directly below one.
fn folders(path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(top().join(path)).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !name.starts_with('.') && name != "target");
    names.sort();
    names
}

/// The first words of the lines of the README's map.
fn map() -> Vec<String> {
    let readme = read("README.md");
    let (_, reading) = readme.split_once("## Reading the code").expect("a map");
    let (_, block) = reading.split_once("```text\n").expect("a map");
    let (block, _) = block.split_once("```").expect("its end");
    block.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_map_of_the_readme_is_the_tree() {
    let named = map();
    for path in &named {
        assert!(top().join(path).is_dir(), "{path} is on the map, but not there");
    }
    let crates = folders("crates").into_iter().map(|name| format!("crates/{name}/"));
    let others = folders("").into_iter().filter(|name| name != "crates");
    for path in crates.chain(others.map(|name| format!("{name}/"))) {
        assert!(named.contains(&path), "{path} is not on the map of README.md");
    }
}

#[test]
fn every_module_of_the_front_pages_is_there() {
    for name in folders("crates") {
        let page = read(&format!("crates/{name}/src/lib.rs"));
        let doc: String = page.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(doc.contains("depends on"), "{name} does not say what it depends on");
        assert!(doc.contains("must never"), "{name} does not say what it must never do");
        let modules = page.lines().filter_map(|line| {
            line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')
        });
        for module in modules {
            assert!(
                ["`", "mod@"].iter().any(|mark| doc.contains(&format!("{mark}{module}`"))
                    || doc.contains(&format!("{mark}{module})"))),
                "{name} does not name `{module}`"
            );
        }
    }
}

/// The crates of the workspace on which each depends, without those that only its tests need.
fn dependencies() -> Vec<(String, Vec<String>)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(top())
        .output()
        .unwrap();
    let metadata: Value =
        serde_json::from_slice(&output.stdout).expect("metadata of the workspace");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    let names: Vec<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let of = |package: &Value| {
        let needed = package["dependencies"].as_array().expect("dependencies").iter();
        let needed = needed.filter(|needed| needed["kind"] != "dev");
        needed.map(|needed| text(&needed["name"])).filter(|name| names.contains(name)).collect()
    };
    packages.iter().map(|package| (text(&package["name"]), of(package))).collect()
}

#[test]
fn dependencies_point_one_way() {
    let all = dependencies();
    assert_eq!(all.len(), folders("crates").len());
    for (name, needed) in all {
        let allowed = |other: &String| match name.as_str() {
            "core" => false,
            "parity" => other != "parity",
            _ => other == "core",
        };
        assert!(needed.iter().all(allowed), "{name} depends on {needed:?}");
    }
}

/// What stands between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_recipes_of_the_readme_name_files_and_lists_that_are_there() {
    let readme = read("README.md");
    let (_, recipes) = readme.split_once("| to add |").expect("recipes");
    let rows: Vec<&str> =
        recipes.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [_, beside, line] = cells[..] else { panic!("{row}") };
        for file in quoted(beside) {
            assert!(top().join(file).is_file(), "{file} is not there");
        }
        let [list, file] = quoted(line)[..] else { panic!("{row}") };
        let declares = |line: &str| line.contains("const ") && line.contains(&format!(" {list}: "));
        assert!(read(file).lines().any(declares), "{file} has no list {list}");
    }
}
