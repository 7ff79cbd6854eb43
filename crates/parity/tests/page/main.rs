//! The page in a real browser, Chromium, headless.
//!
//! `scripts/test` installs it where it can. Where it is missing the test is skipped
//! and says so; with PARITY_BROWSER=required it fails instead.

mod browser;
mod results;

use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Browser;
use serde_json::{Value, json};

/// Results in a directory, and the page of them.
struct Page {
    directory: tempfile::TempDir,
}

impl Page {
    fn draw() -> Self {
        let directory = tempfile::tempdir().unwrap();
        results::write(directory.path());
        let page = Page { directory };
        let output = Command::new(env!("CARGO_BIN_EXE_parity"))
            .args(["report", "--quiet"])
            .arg(page.results())
            .arg(reference())
            .arg("-o")
            .arg(page.file())
            .output()
            .unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        page
    }

    fn results(&self) -> PathBuf {
        self.directory.path().join("results")
    }

    fn file(&self) -> PathBuf {
        self.directory.path().join("report.html")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }
}

fn reference() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-results/reference"))
}

#[test]
fn the_page_is_one_file_that_needs_no_other() {
    let text = Page::draw().text();
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    for other in ["http://", "https://", "url(", "@import", "<script src", "<img", "<iframe"] {
        assert!(!text.contains(other), "{other}");
    }
    assert!(text.contains("All "), "what agrees is told");
    assert!(!text.contains("NaN") && !text.contains("inf%"));
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = Browser::start() else { return };
    let page = Page::draw();
    let browser = &browser;
    browser.open(&page.file());
    charts_have_a_point_for_each_number(browser);
    the_table_sorts(browser);
    the_table_filters(browser);
    families_can_be_switched_off(browser);
    a_phone_needs_no_sideways_scrolling(browser);
    dark_is_dark(browser);
    paper_has_everything(browser);
    a_plain_table_is_a_page_too(browser, page.directory.path());
    browser.command("Emulation.setEmulatedMedia", json!({ "media": "" }));
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
    without_the_script_the_tables_are_there(browser, &page.file());
}

/// What a script that looks at the first section of the made-up results gives.
fn in_section(browser: &Browser, body: &str) -> Value {
    let find = "const section = [...document.querySelectorAll('section')]\
                .find((s) => s.querySelector('.kicker')?.textContent === 'ladder');";
    browser.script(&format!("{find} {body}"))
}

fn charts_have_a_point_for_each_number(browser: &Browser) {
    let points = in_section(
        browser,
        "return [...section.querySelectorAll('.chart')].map((chart) => [
            chart.querySelector('figcaption').textContent,
            chart.querySelectorAll('.point').length,
            chart.querySelectorAll('.point.censored').length,
            chart.querySelectorAll('.series').length]);",
    );
    assert_eq!(
        points,
        json!([
            ["time, logarithmic", results::TIMES, results::TIMEOUTS, results::SOLVERS],
            ["nodes, logarithmic", results::NODES, 0, 2],
        ])
    );
    // Every point of every chart lies in its plot, and every chart has as many as it says.
    let outside = browser.script(
        "return [...document.querySelectorAll('.chart')].flatMap((chart) => {
                const plot = chart.querySelector('.plot').getBoundingClientRect();
                const points = [...chart.querySelectorAll('.point')];
                const inside = (point) => {
                    const box = point.getBoundingClientRect();
                    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                    return x >= plot.left - 1 && x <= plot.right + 1
                        && y >= plot.top - 1 && y <= plot.bottom + 1;
                };
                const wrong = points.filter((point) => !inside(point)).length;
                const right = points.length === Number(chart.dataset.points) && plot.width > 100;
                return right && wrong === 0 ? [] : [chart.querySelector('.plot').ariaLabel];
            });",
    );
    assert_eq!(outside, json!([]));
}

const COLUMN: &str = "const table = section.querySelector('table');
    const column = () => [...table.tBodies[0].rows].map((row) => {
        const value = row.cells[row.cells.length - 1].dataset.value;
        return value === undefined ? null : Number(value); });";

fn the_table_sorts(browser: &Browser) {
    let sorted = |direction: i32| {
        let body = format!(
            "{COLUMN} [...table.querySelectorAll('thead button')].at(-1).click();
             const values = column();
             const numbers = values.filter((value) => value !== null);
             const blanks_last = values.slice(numbers.length).every((value) => value === null);
             const ordered = numbers.every((value, index) =>
                 index === 0 || {direction} * (value - numbers[index - 1]) >= 0);
             return [numbers.length, values.length, blanks_last, ordered];"
        );
        in_section(browser, &body)
    };
    let all = json!([results::TIMES_AT_LAST, results::SOLVERS, true, true]);
    assert_eq!(sorted(1), all, "ascending");
    assert_eq!(sorted(-1), all, "descending");
    let names = "section.querySelector('thead button').click();
                 return [...section.querySelectorAll('tbody')][0].rows[0].dataset.series;";
    assert_eq!(in_section(browser, names), "backtracking");
}

fn the_table_filters(browser: &Browser) {
    let typed = |text: &str| {
        format!(
            "const table = section.querySelector('.table');
             const input = table.querySelector('input');
             input.value = '{text}';
             input.dispatchEvent(new Event('input', {{ bubbles: true }}));
             const rows = [...table.querySelectorAll('tbody tr')];
             return [rows.filter((row) => row.getClientRects().length).map((row) => row.dataset.series),
                     table.querySelector('output').value];"
        )
    };
    let filtered = in_section(browser, &typed("sat pair"));
    assert_eq!(filtered, json!([["varisat/pairwise/blocking"], "1 of 4 rows"]));
    assert_eq!(in_section(browser, &typed("nothing so called"))[0], json!([]));
    assert_eq!(in_section(browser, &typed(""))[1], "4 rows");
}

fn families_can_be_switched_off(browser: &Browser) {
    let switched = "document.querySelector('[data-family-switch=sat]').click();
        const visible = (selector) => [...document.querySelectorAll(selector)]
            .filter((element) => element.getClientRects().length).length;
        return [visible('tr[data-family=sat]'), visible('.series[data-family=sat]')];";
    assert_eq!(browser.script(switched), json!([0, 0]));
    let again = browser.script(switched);
    assert!(again[0].as_u64() > Some(0) && again[1].as_u64() > Some(0), "{again}");
}

fn a_phone_needs_no_sideways_scrolling(browser: &Browser) {
    browser.resize(400, 900);
    let widths = browser
        .script("const e = document.scrollingElement; return [e.scrollWidth, e.clientWidth];");
    assert_eq!(widths, json!([400, 400]));
    // What sticks out of the screen must be within something that scrolls by itself.
    let cut_off = browser.script(
        "return [...document.querySelectorAll('body *')].filter((element) =>
                 element.getClientRects().length && !element.closest('.scroll')
                 && element.getBoundingClientRect().right > 401)
             .map((element) => element.outerHTML.slice(0, 80));",
    );
    assert_eq!(cut_off, json!([]));
    browser.resize(1280, 900);
}

fn dark_is_dark(browser: &Browser) {
    let lightness = "const [r, g, b] = getComputedStyle(document.body).backgroundColor
        .match(/[0-9.]+/g).map(Number); return (r + g + b) / 765;";
    let scheme = |value: &str| json!({ "media": "screen", "features": [{ "name": "prefers-color-scheme", "value": value }] });
    browser.command("Emulation.setEmulatedMedia", scheme("light"));
    assert!(browser.script(lightness).as_f64() > Some(0.9));
    browser.command("Emulation.setEmulatedMedia", scheme("dark"));
    assert!(browser.script(lightness).as_f64() < Some(0.2));
    let switch = "document.querySelector('[data-theme-switch]').click();";
    assert!(browser.script(&format!("{switch} {lightness}")).as_f64() > Some(0.9));
    browser.script(switch);
}

/// Width of a sheet of A4 between its margins, in CSS pixels.
const SHEET: u32 = 688;

fn paper_has_everything(browser: &Browser) {
    browser.resize(SHEET, 1000);
    browser.command("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let missing = browser.script(
        "return [...document.querySelectorAll('tbody tr, .point, .board, .findings li')]
             .filter((element) => element.getClientRects().length === 0)
             .map((element) => element.outerHTML.slice(0, 80));",
    );
    assert_eq!(missing, json!([]), "hidden on paper");
    let cut_off = browser.script(
        "return [...document.querySelectorAll('table, .plot text, .board')]
             .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
             .map((element) => element.closest('section').querySelector('h2').textContent + ': '
                  + element.getBoundingClientRect().right);",
    );
    assert_eq!(cut_off, json!([]), "beyond the margin of the paper");
    let pdf = browser.pdf();
    // "%PDF-" in base 64.
    assert!(pdf.starts_with("JVBERi0") && pdf.len() > 20_000, "{} bytes", pdf.len());
    browser.resize(1280, 900);
}

/// It has no legend with switches, which its script must do without.
fn a_plain_table_is_a_page_too(browser: &Browser, directory: &Path) {
    let list =
        Command::new(env!("CARGO_BIN_EXE_parity")).args(["list", "--format", "html"]).output();
    let file = directory.join("list.html");
    std::fs::write(&file, list.unwrap().stdout).unwrap();
    browser.open(&file);
    assert!(
        browser.script("return document.querySelectorAll('tbody tr').length;").as_u64() > Some(9)
    );
}

fn without_the_script_the_tables_are_there(browser: &Browser, file: &Path) {
    browser.command("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(file);
    browser.command("Emulation.setScriptExecutionDisabled", json!({ "value": false }));
    let seen = browser.script(
        "const visible = (selector) => [...document.querySelectorAll(selector)]
                 .filter((element) => element.getClientRects().length).length;
             return [document.querySelectorAll('.js').length, visible('.tools'),
                     visible('tbody tr') > 0, visible('.point') > 0];",
    );
    assert_eq!(seen, json!([0, 0, true, true]));
}
