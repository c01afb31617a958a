//! Pictures of layouts and operations.

use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tilework::Slicer;
use tilework_draw::{
    Banks, ByOwner, ColorDepth, Coloring, Expression, Labels, Limits, Owners, Scene, Theme, View,
    What, html, png, svg, terminal, terminal_width, tikz,
};
use tilework_lang::Value as Held;
use tilework_lang::operations::Kind;
use tilework_relayout::files;

use crate::{ask, convert, refusal};

/// How wide a picture as text is, in characters.
const COLUMNS: usize = 120;
/// How many pixels of a PNG there are for each unit of the SVG.
const SCALE: f32 = 2.0;

/// A picture of a layout or an operation; see `draw`. It is drawn when it is shown or saved.
///
/// >>> import tilework as tw
/// >>> picture = tw.draw("(2,3):(3,1)")
/// >>> picture.svg.startswith("<svg")
/// True
#[pyclass(frozen, module = "tilework")]
pub(crate) struct Picture {
    expression: Expression,
    what: What,
    text: String,
    title: String,
    view: View,
    theme: Option<Theme>,
}

#[pymethods]
impl Picture {
    #[new]
    #[pyo3(signature = (text, names, /, *, title, color_by, labels, slice, tile, thread, value, both, strip, result, theme))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        text: String,
        names: &Bound<'_, PyDict>,
        title: Option<String>,
        color_by: Option<&Bound<'_, PyAny>>,
        labels: &str,
        slice: Option<&Bound<'_, PyAny>>,
        tile: Option<&Bound<'_, PyAny>>,
        thread: Option<i64>,
        value: Option<i64>,
        both: bool,
        strip: bool,
        result: bool,
        theme: Option<&str>,
    ) -> PyResult<Picture> {
        let labels = match labels {
            "offset" => Labels::Offset,
            "index" => Labels::Index,
            "coord" => Labels::Coordinate,
            "none" => Labels::None,
            other => return Err(unknown(py, "labels", other, "offset, index, coord or none")),
        };
        let theme = match theme {
            None => None,
            Some("light") => Some(Theme::Light),
            Some("dark") => Some(Theme::Dark),
            Some(other) => {
                return Err(unknown(py, "theme", other, "light or dark, or None for the viewer's"));
            }
        };
        let slice = slice.map(slicer).transpose()?;
        let (coloring, owner) = color_by.map_or(Ok((Coloring::Auto, None)), coloring)?;
        let tile = match tile.map(|tile| convert::value(tile, Some(Kind::Tuple))).transpose()? {
            None => None,
            Some(Held::Tuple(shape)) => Some(*shape),
            Some(Held::Integer(extent)) => Some(tilework::Tuple::leaf(extent)),
            Some(other) => return Err(needs("tile", "a shape such as (16, 8)", &other)),
        };
        if let Some(Err(error)) = tile.as_ref().map(tilework::Layout::col_major) {
            return Err(refusal::algebra(py, error));
        }
        let expression = Expression::new(&ask::scope(Some(names))?, &text);
        let expression = expression.map_err(|error| refusal::text(py, error, &text))?;
        let by_owner = owner.is_some() && expression.is_thread_value() && !result;
        let isolated = thread.is_some() || value.is_some() || both;
        let what = if tile.is_some() || isolated || by_owner {
            let mut owners = Owners::from(owner.unwrap_or_default());
            (owners.thread, owners.value, owners.both) = (thread, value, both);
            What::Threads(tile, owners)
        } else if strip {
            What::Strip
        } else if result || coloring != Coloring::Auto || slice.is_some() || owner.is_some() {
            // The colours of an operation show what belongs together; any other colouring is of the result.
            What::Result
        } else {
            What::Operation
        };
        let coloring = match owner {
            Some(ByOwner::Thread) => Coloring::Row,
            Some(ByOwner::Value) => Coloring::Column,
            None => coloring,
        };
        let view = View::default().coloring(coloring).labels(labels).slice(slice);
        let title = title.unwrap_or_else(|| text.trim().to_owned());
        let picture = Picture { expression, what, text, title, view, theme };
        // Whether there is a picture is known now; a small one is enough to find out.
        picture.scene(py, Limits::TERMINAL)?;
        Ok(picture)
    }

    /// The picture as SVG.
    #[getter]
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.scene(py, Limits::PICTURE)?;
        Ok(py.detach(|| svg(&scene, self.theme)))
    }

    /// The picture as a page of HTML, which links the cells of its panels.
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.scene(py, Limits::PAGE)?;
        Ok(py.detach(|| html(&scene)))
    }

    /// The picture for LaTeX, with TikZ.
    #[getter]
    fn tex(&self, py: Python<'_>) -> PyResult<String> {
        Ok(tikz(&self.scene(py, Limits::TIKZ)?))
    }

    /// The picture as lines of text, with as many columns as fit.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let mut columns = Limits::TERMINAL.columns;
        loop {
            let scene = self.scene(py, Limits::TERMINAL.at_most(columns))?;
            if columns <= 1 || terminal_width(&scene) <= COLUMNS {
                return Ok(terminal(&scene, ColorDepth::None, COLUMNS));
            }
            columns -= columns.div_ceil(8);
        }
    }

    /// The picture as the bytes of a PNG.
    #[getter]
    fn png(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let scene = self.scene(py, Limits::PICTURE)?;
        let pixels = py.detach(|| png(&scene, self.theme.unwrap_or_default(), SCALE));
        pixels.map_err(|error| refusal::plain(py, "too-large", error.to_string()))
    }

    /// Writes the picture into a file, whole or not at all: its name ends in .svg, .html, .tex, .png or .txt.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let bytes = match extension.as_str() {
            "svg" => self.svg(py)?.into_bytes(),
            "html" => self.html(py)?.into_bytes(),
            "tex" => self.tex(py)?.into_bytes(),
            "png" => self.png(py)?,
            "txt" => self.text(py)?.into_bytes(),
            other => {
                let formats = ".svg, .html, .tex, .png or .txt";
                return Err(unknown(py, "format", other, formats));
            }
        };
        let written = py.detach(|| files::replace(&path, &bytes));
        written.map_err(|error| match error.raw_os_error() {
            // With its number Python finds the class, such as FileNotFoundError.
            Some(number) => PyOSError::new_err((number, error.to_string(), path)),
            None => PyOSError::new_err(format!("cannot write {}: {error}", path.display())),
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self) -> String {
        format!("<picture of {}>", self.title)
    }
}

impl Picture {
    fn scene(&self, py: Python<'_>, limits: Limits) -> PyResult<Scene> {
        let view = self.view.clone().limits(limits);
        let scene = py.detach(|| self.expression.scene(&self.what, &self.title, &view));
        scene.map_err(|error| refusal::text(py, error, &self.text))
    }
}

/// What the colours stand for: a word as in the command, or a layout.
fn coloring(what: &Bound<'_, PyAny>) -> PyResult<(Coloring, Option<ByOwner>)> {
    const KNOWN: &str = "none, offset, index, row, column, tile, thread, value, mode=0.1, bank=BYTES (of an element), \
         or a layout";
    let py = what.py();
    let text = match what.cast::<PyString>() {
        Ok(text) => text.to_str()?,
        Err(_) => return Ok((Coloring::Layout(convert::layout(what)?), None)),
    };
    let coloring = match text {
        "none" => Coloring::None,
        "offset" => Coloring::Offset,
        "index" => Coloring::Index,
        "row" => Coloring::Row,
        "column" => Coloring::Column,
        "tile" => Coloring::Tile,
        "thread" => return Ok((Coloring::Auto, Some(ByOwner::Thread))),
        "value" => return Ok((Coloring::Auto, Some(ByOwner::Value))),
        _ => {
            let path =
                |path: &str| path.split('.').map(|part| part.parse().ok()).collect::<Option<_>>();
            let bytes = |text: &str| text.parse().ok().filter(|bytes| (1..=1024).contains(bytes));
            match text.split_once('=') {
                Some(("mode", at)) => path(at).map(Coloring::Mode),
                Some(("bank", size)) => bytes(size).map(Banks::shared_memory).map(Coloring::Bank),
                Some(("layout", other)) => {
                    Some(Coloring::Layout(convert::layout(PyString::new(py, other).as_any())?))
                }
                Some(_) => None,
                None if text.contains(':') => Some(Coloring::Layout(convert::layout(what)?)),
                None => None,
            }
            .ok_or_else(|| unknown(py, "color_by", text, KNOWN))?
        }
    };
    Ok((coloring, None))
}

/// A coordinate in which `None` keeps a mode.
fn slicer(object: &Bound<'_, PyAny>) -> PyResult<Slicer> {
    match convert::value(object, Some(Kind::Slicer))? {
        Held::Slicer(slicer) => Ok(*slicer),
        Held::Tuple(coordinate) => Ok(coordinate.to_slicer()),
        other => Err(needs("slice", "a coordinate such as (None, 2)", &other)),
    }
}

fn unknown(py: Python<'_>, what: &str, found: &str, known: &str) -> PyErr {
    refusal::plain(py, "usage", format!("draw: there is no {what} `{found}`: use {known}"))
}

fn needs(what: &str, wanted: &str, found: &Held) -> PyErr {
    PyTypeError::new_err(format!("draw: {what} needs {wanted}, not {}: {found}", found.kind()))
}
