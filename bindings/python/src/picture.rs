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
use tilework_lang::{Diagnostic, Value as Held, visible};
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
    drawn: Drawn,
    title: String,
    theme: Option<Theme>,
}

/// What a picture shows.
enum Drawn {
    Expression(Box<Drawing>),
    /// Rows of other pictures.
    Sheet {
        rows: Vec<Vec<Py<Picture>>>,
        aligned: bool,
    },
}

/// An expression, and how it is drawn.
struct Drawing {
    expression: Expression,
    options: Options,
    text: String,
    /// The labels of the cells, by their offsets; a cell whose offset has none keeps its own.
    labels: Vec<String>,
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
        labels: &Bound<'_, PyAny>,
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
        let theme = self::theme(py, theme)?;
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
        let mut texts = Vec::new();
        match labels.cast::<PyString>() {
            Ok(word) => {
                let read = Labels::read(word.to_str()?);
                options.labels = read.map_err(|why| refused("labels", why))?;
            }
            Err(_) => {
                texts = labels.extract::<Vec<String>>()?.iter().map(|text| one_line(text)).collect()
            }
        }
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
            Some(Held::Tuple(shape)) => Some(*shape),
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
        let drawing = Drawing { expression, options, text, labels: texts };
        let picture = Picture { drawn: Drawn::Expression(Box::new(drawing)), title, theme };
        // Whether there is a picture is known now; a small one is enough to find out.
        picture.scene(py, Limits::TERMINAL)?;
        Ok(picture)
    }

    /// Pictures in one: rows of them, each below its title. Where they are aligned, the last ones of all rows are
    /// below one another, as the operands of a matrix product are.
    ///
    /// >>> import tilework as tw
    /// >>> left, right = tw.draw("(2,2):(1,2)"), tw.draw("(2,2):(2,1)")
    /// >>> print(tw.Picture.beside([[left, right]], title="orders").text.rstrip())
    /// orders
    /// <BLANKLINE>
    /// (2,2):(1,2)     (2,2):(2,1)
    ///     0  1            0  1
    ///   ┌──────┐        ┌──────┐
    /// 0 │ 0  2 │      0 │ 0  1 │
    /// 1 │ 1  3 │      1 │ 2  3 │
    ///   └──────┘        └──────┘
    #[staticmethod]
    #[pyo3(signature = (rows, /, *, title = None, aligned = false, theme = None))]
    fn beside(
        py: Python<'_>,
        rows: Vec<Vec<Py<Picture>>>,
        title: Option<String>,
        aligned: bool,
        theme: Option<&str>,
    ) -> PyResult<Picture> {
        let theme = self::theme(py, theme)?;
        let title = title.unwrap_or_default();
        Ok(Picture { drawn: Drawn::Sheet { rows, aligned }, title, theme })
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
        match &self.drawn {
            Drawn::Expression(drawing) => drawing.scene(py, &self.title, limits),
            Drawn::Sheet { rows, aligned } => {
                let mut sheet = Scene::default();
                sheet.title = one_line(&self.title);
                sheet.aligned = *aligned;
                for row in rows {
                    sheet.rows.push(Vec::new());
                    for picture in row {
                        place(&mut sheet, picture.get().scene(py, limits)?);
                    }
                }
                Ok(sheet)
            }
        }
    }
}

impl Drawing {
    fn scene(&self, py: Python<'_>, title: &str, limits: Limits) -> PyResult<Scene> {
        let scene = py.detach(|| self.expression.drawn(&self.options, title, limits));
        let mut scene = scene.map_err(|error| refusal::text(py, error, &self.text))?;
        for cell in scene.rows.iter_mut().flatten().flat_map(|panel| &mut panel.cells) {
            let at = usize::try_from(cell.offset).ok();
            if let Some(label) = at.and_then(|at| self.labels.get(at)) {
                cell.label = label.as_str().into();
            }
        }
        Ok(scene)
    }
}

/// Puts a picture at the end of the last row of a sheet.
fn place(sheet: &mut Scene, picture: Scene) {
    let mut panels: Vec<_> = picture.rows.into_iter().flatten().collect();
    if let [only] = &mut panels[..]
        && !picture.title.is_empty()
    {
        only.caption = picture.title;
    }
    for cell in panels.iter_mut().flat_map(|panel| &mut panel.cells) {
        // Keys say what belongs together within a picture.
        cell.keys = Box::default();
    }
    for note in picture.legend.into_iter().chain(picture.notes) {
        if !sheet.notes.contains(&note) {
            sheet.notes.push(note);
        }
    }
    if let Some(row) = sheet.rows.last_mut() {
        row.extend(panels);
    }
}

fn theme(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Theme>> {
    match name {
        None => Ok(None),
        Some("light") => Ok(Some(Theme::Light)),
        Some("dark") => Ok(Some(Theme::Dark)),
        Some(other) => Err(unknown(py, "theme", other, "light or dark, or None for the viewer's")),
    }
}

/// A text of others in one line, without what a terminal would obey.
fn one_line(text: &str) -> String {
    visible(&text.replace(['\n', '\r', '\t'], " ")).into_owned()
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
