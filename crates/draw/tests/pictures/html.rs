//! Pages: well-formed, closed, and in a browser with a real pointer and real keys.

use roxmltree::{Document, Node, ParsingOptions};
use tilework::layout;
use tilework_draw::{Fill, Limits, Scene, View, banks, composition, grid, html};
use tilework_hardware::access::Access;
use tilework_hardware::machine::Machine;

use crate::programs::browser::Browser;
use crate::scenes::scenes;

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap()
}

/// What is left of a text in XML: no control characters.
fn kept(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap_or("0").parse().unwrap()
}

/// The letters of the labels of a panel, each with its centre on the base line; texts that stand alone as if they were one.
fn letters<'t>(labels: &Node<'t, 't>, dense: bool) -> Vec<(f64, f64, &'t str)> {
    let mut found = Vec::new();
    for text in labels.descendants().filter(|node| node.has_tag_name("text")) {
        let (x, y, said) = (number(&text, "x"), number(&text, "y"), text.text().unwrap_or(""));
        let Some(spacing) = text.attribute("letter-spacing") else {
            found.push((x, y, said));
            continue;
        };
        let letter = spacing.trim_start_matches("calc(").trim_end_matches("px - 1ch)");
        let letter: f64 = letter.parse().unwrap();
        // The room of a letter starts where its ink would, if it had as much room as it needs.
        let start = x - (letter - 0.602 * if dense { 11.0 } else { 13.0 }) / 2.0;
        for (i, (at, one)) in said.char_indices().enumerate() {
            let centre = start + (i as f64 + 0.5) * letter;
            found.push((centre, y, &said[at..at + one.len_utf8()]));
        }
    }
    found.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.total_cmp(&other.0)));
    found
}

/// Parses; has every cell once, with its label on it; loads nothing; is the same twice.
fn law(scene: &Scene) {
    let page = html(scene);
    assert_eq!(page, html(scene));
    let document = parse(&page);
    let grids = document.descendants().filter(|node| node.attribute("role") == Some("grid"));
    assert_eq!(grids.clone().count(), scene.panels().count());
    for (grid, panel) in grids.zip(scene.panels()) {
        let caption = kept(&panel.caption).replace('\n', " ");
        assert_eq!(grid.attribute("aria-label"), Some(&*caption));
        let over = grid.next_sibling_element().unwrap();
        let written = over.children().find(|node| node.attribute("class") == Some("labels"));
        let mut written = written.map_or(Vec::new(), |labels| letters(&labels, panel.dense));
        written.retain(|(.., said)| *said != " ");
        let rows = grid.children().filter(|node| node.attribute("role") == Some("row"));
        for (row, cells) in rows.zip(panel.cells.chunks(panel.columns())) {
            let list = |name| row.attribute(name).unwrap().split(' ').collect::<Vec<_>>();
            let (offsets, groups) = (list("data-o"), list("data-k"));
            let nodes: Vec<Node> = row.children().filter(Node::is_element).collect();
            assert_eq!([nodes.len(), offsets.len(), groups.len()], [cells.len(); 3]);
            for ((node, cell), offset) in nodes.iter().zip(cells).zip(offsets) {
                let present = node.attribute("role") == Some("gridcell");
                assert_eq!(present, cell.fill != Fill::Absent);
                if !present {
                    continue;
                }
                assert_eq!(node.attribute("data-i"), Some(&*cell.index.to_string()));
                assert_eq!(offset, cell.offset.to_string());
                let [x, y, wide, high] =
                    ["x", "y", "width", "height"].map(|name| number(node, name));
                let (mut said, mut left, mut right) = (String::new(), x + wide, x);
                written.retain(|(at, base, letter)| {
                    let here = (x..x + wide).contains(at) && (y..y + high).contains(base);
                    if here {
                        said.push_str(letter);
                        (left, right) = (left.min(*at), right.max(*at));
                    }
                    !here
                });
                let label = kept(&cell.label.replace(['\n', ' '], ""));
                assert_eq!(said.replace(' ', ""), label);
                assert!(((left + right) / 2.0 - x - wide / 2.0).abs() < 0.6, "{said}");
            }
        }
        assert_eq!(written, []);
        let tabs = grid.descendants().filter(|node| node.has_attribute("tabindex"));
        assert_eq!(tabs.count(), 1);
    }
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text().unwrap_or(""), kept(&scene.title));
    for outside in ["://", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let attributes = document.descendants().flat_map(|node| node.attributes());
    assert!(
        attributes.map(|attribute| attribute.name()).all(|name| !["src", "href"].contains(&name))
    );
}

#[test]
fn well_formed() {
    for (_, scene) in scenes(Limits::PAGE) {
        law(&scene);
    }
    law(&Scene::default());
}

#[test]
fn escaped() {
    let text = "</title></script><script>alert('1')</script><b x=\"y\"> & &amp; <!-- ]]> \0";
    let mut scene = grid(&layout!((2,2):(1,2)), text, &View::default());
    scene.notes.push(text.to_owned());
    scene.rows[0][0].cells[0].label = text.into();
    scene.rows[0][0].down.levels[0][0].text = text.to_owned();
    law(&scene);
    let page = html(&scene);
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
}

/// Letters that may be wider or narrower than others, beside labels of one width.
#[test]
fn other_letters() {
    let mut scene = grid(&layout!((3,4):(100,7)), "", &View::default());
    scene.rows[0][0].cells[5].label = "8 \u{2260} 7".into();
    law(&scene);
}

#[test]
fn coordinates() {
    let scene = grid(&layout!((4,(2,2)):(2,(1,8))), "", &View::default());
    let page = html(&scene);
    let document = parse(&page);
    let cell = document.descendants().find(|node| node.attribute("data-i") == Some("13")).unwrap();
    assert_eq!(cell.attribute("data-c"), Some("(1,(1,1))"));
    let row = cell.parent_element().unwrap();
    // The fourth in its row.
    assert_eq!(row.attribute("data-o").unwrap().split(' ').nth(3), Some("11"));
}

/// As many cells as a page has at most.
fn large_scene() -> Scene {
    let layout = layout!((128,(2,64)):(128,(1,2)));
    grid(&layout, "large", &View::within(Limits::PAGE))
}

#[test]
fn large() {
    let page = html(&large_scene());
    assert!(page.len() < 4_000_000, "{}", page.len());
}

/// What the page shows: the highlighted cells, as panel and index, and what it says about them.
const STATE: &str = "[...document.querySelectorAll('[role=grid]')].map((grid, i) =>
    [...grid.querySelectorAll('.on')].map((cell) => i + ':' + cell.dataset.i)).flat().join(' ')
    + '|' + document.getElementById('at').textContent
    + '|' + [...document.querySelectorAll('li')].map((item) => item.textContent).join('|')";
/// What the cell that has the focus is called.
const FOCUS: &str = "document.activeElement.getAttribute('aria-label') ?? ''";

#[test]
fn in_a_browser() {
    let (a, b) = (layout!((4,6):(6,1)), layout!((2,(2,2)):(2,(4,8))));
    let result = a.compose(&b).unwrap();
    let scene =
        composition(&a.into(), &b.into(), &result.into(), "A o B", &View::default()).unwrap();
    let Some(mut browser) = Browser::open(&html(&scene)) else { return };

    // Element (1,(0,1)) of the result, index 5, is B(5) = 10, which is (2,2) in A.
    let cell = |panel: usize, index: usize| {
        format!(
            "document.querySelectorAll('[role=grid]')[{panel}].querySelector('[data-i=\"{index}\"]')"
        )
    };
    let result = "A = (4,6):(6,1): (2,2) -> 14|B = (2,(2,2)):(2,(4,8)): (1,(0,1)) -> 10";
    let hovered = scene.panels().last().unwrap().caption.clone()
        + ": coordinate (1,(0,1)), index 5, offset 14";
    let shown = |pinned: &str| format!("0:10 1:5 2:5|{hovered}{pinned}|{result}");

    browser.point(&cell(2, 5));
    assert_eq!(browser.eval(STATE), shown(""));
    // An element that B does not select is alone, and the pointer can leave.
    browser.point(&cell(0, 23));
    assert_eq!(browser.eval(STATE), "0:23|A = (4,6):(6,1): coordinate (3,5), index 23, offset 23|");
    browser.point("document.querySelector('header')");
    assert_eq!(browser.eval(STATE), "||");

    // A click pins it, and Escape releases it.
    browser.click(&cell(2, 5));
    browser.point(&cell(0, 0));
    assert_eq!(browser.eval(STATE), shown(" (pinned)"));
    browser.key("Escape");
    assert_eq!(browser.eval(STATE), "||");
    browser.point("document.querySelector('header')");

    // What a screen reader gets.
    let captions: Vec<String> = scene.panels().map(|panel| panel.caption.clone()).collect();
    assert_eq!(browser.names("grid"), captions);
    let cells = browser.names("gridcell");
    assert_eq!(cells.len(), 24 + 8 + 8);
    assert_eq!(cells[7], "row 1 column 1, coordinate (1,1), index 5, offset 7");

    // Keys: one tab stop for the button and for each panel, then arrows.
    browser.reload();
    browser.key("Tab");
    assert_eq!(browser.eval("document.activeElement.id"), "theme");
    browser.key("Tab");
    assert_eq!(browser.eval(FOCUS), "row 0 column 0, coordinate (0,0), index 0, offset 0");
    for (key, place) in [
        ("ArrowDown", "row 1 column 0"),
        ("ArrowRight", "row 1 column 1"),
        ("ArrowUp", "row 0 column 1"),
        ("ArrowUp", "row 0 column 1"),
        ("End", "row 0 column 5"),
        ("PageDown", "row 3 column 5"),
        ("ArrowRight", "row 3 column 5"),
        ("ArrowLeft", "row 3 column 4"),
        ("Home", "row 3 column 0"),
    ] {
        browser.key(key);
        let focus = browser.eval(FOCUS);
        assert!(focus.starts_with(place), "{key}: {focus}");
    }
    browser.key("Tab");
    browser.key("ArrowDown");
    assert_eq!(browser.eval(FOCUS), "row 1 column 0, coordinate (1,(0,0)), index 1, offset 2");
    assert!(browser.eval(STATE).starts_with("0:2 1:1 2:1|B = "), "{}", browser.eval(STATE));
    assert_ne!(browser.eval("document.querySelectorAll('.focus')[1].getAttribute('d')"), "");
    browser.key("Enter");
    browser.key("ArrowRight");
    assert!(browser.eval(STATE).starts_with("0:2 1:1 2:1|B = "));
    assert_eq!(browser.eval("document.querySelector('[aria-selected]').dataset.i"), "1");
    browser.key("Escape");
    assert_eq!(browser.eval(STATE), "||");
    assert_eq!(browser.eval("String(document.querySelector('[aria-selected]'))"), "null");

    // Themes: that of the system, then that of the button.
    let theme = "getComputedStyle(document.body).backgroundColor";
    let (light, dark) = ("rgb(255, 255, 255)", "rgb(20, 23, 28)");
    for (system, other) in [(light, dark), (dark, light)] {
        browser.prefer(if system == dark { "dark" } else { "light" });
        assert_eq!(browser.eval(theme), system);
        browser.click("document.getElementById('theme')");
        assert_eq!(browser.eval(theme), other);
        browser.key("Enter");
        assert_eq!(browser.eval(theme), system);
        browser.reload();
    }

    // On a large page the focus stays in sight, not beside the window or below the readout.
    browser.load(&html(&large_scene()));
    for key in ["Tab", "Tab", "End", "PageDown", "Home", "PageUp"] {
        browser.key(key);
        let seen = browser.eval(
            "(({ x, y, width, height }) => String(document.activeElement.contains(
                document.elementFromPoint(x + width / 2, y + height / 2))))
                (document.activeElement.getBoundingClientRect())",
        );
        assert_eq!(seen, "true", "{key}: {}", browser.eval(FOCUS));
    }
    assert_eq!(browser.errors(), Vec::<String>::new());
}

/// Where a page is: the steps that can be seen, the words between the buttons, and which of those work.
const STEP: &str = "[...document.querySelectorAll('[data-step]')]
    .filter((panel) => panel.getClientRects().length).map((panel) => panel.dataset.step).join()
    + '|' + document.getElementById('step').textContent
    + '|' + ['back', 'next'].map((id) => document.getElementById(id).getAttribute('aria-disabled')).join()";

#[test]
fn steps_in_a_browser() {
    // 8 lanes down a column, 8 bytes each, in two phases of 4.
    let machine = Machine { name: "small", lanes: 8, banks: 8, ..Machine::CUSTOM };
    let (tile, access) = (layout!((8,8):(8,1)), Access::load(&layout!((8,2):(1,8)), 8).unwrap());
    let scene = banks(&tile, &access, 32, &machine, None, "", &View::default()).unwrap();
    let Some(mut browser) = Browser::open(&html(&scene)) else { return };
    let (back, next) = ("document.getElementById('back')", "document.getElementById('next')");
    let (first, second) = ("0|1 of 2|true,false", "1|2 of 2|false,true");
    assert_eq!(browser.eval(STEP), first);
    // What is not there is not read out, and the steps that are there say what their numbers are.
    assert_eq!(browser.names("grid").len(), 2);
    assert_eq!(browser.names("gridcell")[64 + 8], "row 1 column 0, word 8, byte 32, 1");

    // A lane is the same in the tile and in the memory of its phase.
    let cell = |panel: usize, index: usize| {
        format!(
            "document.querySelectorAll('[role=grid]')[{panel}].querySelector('[data-i=\"{index}\"]')"
        )
    };
    browser.click(&cell(0, 5));
    assert!(browser.eval(STATE).starts_with("0:5 0:13 2:40 2:41|"), "{}", browser.eval(STATE));
    // On the way to the next step it stays pinned.
    browser.click(next);
    assert_eq!(browser.eval(STEP), second);
    assert!(browser.eval(STATE).contains("(pinned)"));
    let veil =
        "document.querySelectorAll('.veil')[2].getBoundingClientRect().width > 100 ? 'wide' : ''";
    assert_eq!(browser.eval(veil), "wide");
    // A button that cannot go on keeps the focus, and does nothing.
    browser.click(next);
    assert_eq!(browser.eval(STEP), second);
    assert_eq!(browser.eval("document.activeElement.id"), "next");
    // A cell that goes away with its step is released.
    browser.key("Escape");
    browser.click(&cell(2, 40));
    browser.click(back);
    assert_eq!(browser.eval(STEP), first);
    assert!(!browser.eval(STATE).contains("(pinned)"));
    browser.key("Enter");
    assert_eq!(browser.eval(STEP), first);
    // The steps are between the button of the theme and the panels, for keys.
    browser.reload();
    for id in ["theme", "back", "next"] {
        browser.key("Tab");
        assert_eq!(browser.eval("document.activeElement.id"), id);
    }
    browser.key("Enter");
    assert_eq!(browser.eval(STEP), second);
    assert_eq!(browser.errors(), Vec::<String>::new());
}
