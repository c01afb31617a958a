//! Pictures of layouts and operations.

use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tilework::Slicer;
use tilework_draw::{
    ColorDepth, Coloring, Colors, Expression, Labels, Limits, Options, Scene, Theme, fitted, html,
    png, svg, tikz,
};
use tilework_lang::operations::Kind;
use tilework_lang::{Diagnostic, Value as Held};
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
    options: Options,
    text: String,
    title: String,
    theme: Option<Theme>,
}

#[pymethods]
impl Picture {
    #[new]
    #[pyo3(signature = (text, names, /, *, title, color_by, labels, slice, tile, thread, value, both, strip, bits, flat, result, theme))]
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
        bits: bool,
        flat: bool,
        result: bool,
        theme: Option<&str>,
    ) -> PyResult<Picture> {
        let theme = match theme {
            None => None,
            Some("light") => Some(Theme::Light),
            Some("dark") => Some(Theme::Dark),
            Some(other) => {
                return Err(unknown(py, "theme", other, "light or dark, or None for the viewer's"));
            }
        };
        let scope = ask::scope(Some(names))?;
        let mut options = Options::default();
        let refused = |what: &str, why: Diagnostic| {
            let message = format!("draw: {what}: {}", why.message);
            refusal::plain(
                py,
                why.kind,
                why.help.map_or(message.clone(), |help| format!("{message}: {help}")),
            )
        };
        options.labels = Labels::read(labels).map_err(|why| refused("labels", why))?;
        options.slice = slice.map(slicer).transpose()?;
        options.colors = match color_by.map(|what| (what, what.cast::<PyString>())) {
            None => Colors::default(),
            Some((_, Ok(text))) => {
                Colors::read(&scope, text.to_str()?).map_err(|why| refused("color_by", why))?
            }
            Some((layout, Err(_))) => Colors::By(Coloring::Layout(convert::layout(layout)?)),
        };
        options.tile = match tile.map(|tile| convert::value(tile, Some(Kind::Tuple))).transpose()? {
            None => None,
            Some(Held::Tuple(shape)) => Some(shape),
            Some(Held::Integer(extent)) => Some(tilework::Tuple::leaf(extent)),
            Some(other) => return Err(needs("tile", "a shape such as (16, 8)", &other)),
        };
        if let Some(Err(error)) = options.tile.as_ref().map(tilework::Layout::col_major) {
            return Err(refusal::algebra(py, error));
        }
        (options.thread, options.value, options.both) = (thread, value, both);
        (options.strip, options.bits) = (strip, bits);
        (options.flat, options.result) = (flat, result);
        let expression = Expression::new(&scope, &text);
        let expression = expression.map_err(|error| refusal::text(py, error, &text))?;
        let title = title.unwrap_or_else(|| text.trim().to_owned());
        let picture = Picture { expression, options, text, title, theme };
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
        fitted(Limits::TERMINAL, COLUMNS, ColorDepth::None, |limits| self.scene(py, limits))
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
        let scene = py.detach(|| self.expression.drawn(&self.options, &self.title, limits));
        scene.map_err(|error| refusal::text(py, error, &self.text))
    }
}

/// A coordinate in which `None` keeps a mode.
fn slicer(object: &Bound<'_, PyAny>) -> PyResult<Slicer> {
    match convert::value(object, Some(Kind::Slicer))? {
        Held::Slicer(slicer) => Ok(slicer),
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
