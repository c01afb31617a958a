//! Pictures: a layout in the terminal, and as an SVG file.

use tilework::layout;
use tilework_draw::{ColorDepth, View, grid, svg, terminal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A scene says what is shown; each kind of output renders it.
    let layout = layout!((4,(2,2)):(2,(1,8)));
    let scene = grid(&layout, &layout.to_string(), &View::default());

    let text = terminal(&scene, ColorDepth::None, 80);
    println!("{text}");
    assert!(text.contains("10  11"));

    // Light and dark, as the reader's screen is; a theme in place of `None` chooses one.
    let picture = svg(&scene, None);
    let path = std::env::temp_dir().join("tilework-example.svg");
    std::fs::write(&path, &picture)?;
    println!("{} bytes in {}", picture.len(), path.display());
    assert!(picture.starts_with("<svg "));
    std::fs::remove_file(path)?;
    Ok(())
}
