//! SVG that every reader accepts: well-formed, with everything inside of the picture.

use roxmltree::{Document, Node};
use tilework_draw::*;

use crate::scenes::scenes;

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

#[test]
fn well_formed_and_self_contained() {
    for (name, scene) in scenes(Limits::TERMINAL) {
        for theme in [None, Some(Theme::Light), Some(Theme::Dark)] {
            let text = svg(&scene, theme);
            let document = Document::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            for node in document.descendants().filter(Node::is_element) {
                let tag = node.tag_name().name();
                assert!(
                    ["svg", "title", "style", "rect", "text", "path", "g"].contains(&tag),
                    "{tag}"
                );
                assert!(
                    node.attributes().all(|a| !a.name().starts_with("on") && a.name() != "href")
                );
            }
            assert!(!text.contains("url(") && !text.contains("@import"));
        }
    }
}

#[test]
fn every_label_is_there_and_inside() {
    for (name, scene) in scenes(Limits::TERMINAL) {
        let text = svg(&scene, None);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let (width, height) = (number(&root, "width"), number(&root, "height"));
        let mut labels: Vec<String> = Vec::new();
        for node in root.descendants().filter(|node| node.has_tag_name("text")) {
            let (mut x, mut y) = (number(&node, "x"), number(&node, "y"));
            if let Some(shift) = node.parent_element().and_then(|g| g.attribute("transform")) {
                let shift = shift.trim_start_matches("translate(").trim_end_matches(')');
                let (dx, dy) = shift.split_once(' ').unwrap();
                (x, y) = (x + dx.parse::<f64>().unwrap(), y + dy.parse::<f64>().unwrap());
            }
            let said = node.text().unwrap_or("");
            let size = match node.attribute("class").unwrap_or("") {
                "c" => 14.0,
                "h" => 16.0,
                "w q" | "k q" | "r q" => 11.0,
                "o q" => 20.0,
                _ => 13.0,
            };
            let wide = said.chars().count() as f64 * size * 0.602;
            let (left, right) = match node.attribute("class").unwrap_or("") {
                "c" | "h" | "w q" => (x, x + wide),
                "r q" => (x - wide, x),
                _ => (x - wide / 2.0, x + wide / 2.0),
            };
            assert!(left >= 0.0 && right <= width, "{name}: {said} {left} {right} of {width}");
            assert!(y - size >= -4.0 && y <= height, "{name}: {said} {y} of {height}");
            labels.push(said.to_owned());
        }
        for cell in scene.panels().flat_map(|panel| &panel.cells) {
            for line in cell.label.lines().filter(|_| cell.fill != Fill::Absent) {
                assert!(labels.iter().any(|label| label == line), "{name}: {line}");
            }
        }
    }
}

#[test]
fn the_same_bytes_every_time() {
    let draw = || scenes(Limits::TERMINAL).iter().map(|(_, s)| svg(s, None)).collect::<Vec<_>>();
    assert_eq!(draw(), draw());
}

#[test]
fn titles_show_as_they_are() {
    let layout = tilework::layout!((2,2):(1,2));
    for title in [
        "<script>alert(1)</script>",
        "a & b",
        "\"quotes\" 'and' `ticks`",
        "back\\slash",
        "]]>",
        "ж∘λ",
    ] {
        let scene = grid(&layout, title, &View::default());
        let text = svg(&scene, None);
        let document = Document::parse(&text).unwrap();
        let found = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(found.text(), Some(title));
    }
}
