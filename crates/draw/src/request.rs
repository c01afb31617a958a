//! Questions as JSON, pictures among them: what the command, Python and the web answer.

use serde::{Deserialize, Serialize};
use tilework_lang::report::{self, QUESTIONS, Refusal, Response, Status};
use tilework_lang::{Diagnostic, Scope};

use crate::{
    ColorDepth, Expression, Limits, Options, Scene, Theme, fitted, html, linked, linked_style,
    refused, svg, tikz,
};

/// How wide a picture as text is, in characters.
const COLUMNS: usize = 100;

/// A question about a picture, as docs/json.md describes it.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Draw(Box<Draw>),
    Style {},
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    input: String,
    #[serde(default)]
    output: Output,
    title: Option<String>,
    #[serde(default)]
    theme: Background,
    #[serde(default)]
    what: Part,
    color_by: Option<String>,
    labels: Option<String>,
    slice: Option<String>,
    tv: Option<String>,
    thread: Option<i64>,
    value: Option<i64>,
    #[serde(default)]
    both: bool,
    #[serde(default)]
    flat: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Output {
    #[default]
    Svg,
    Linked,
    Html,
    Tikz,
    Text,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Background {
    #[default]
    Auto,
    Light,
    Dark,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    #[default]
    Operation,
    Result,
    Strip,
    Bits,
}

/// A picture, or why there is none; where the reason has a cell, a picture of that.
#[derive(Serialize)]
struct Picture<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(flatten)]
    refusal: Option<&'a Refusal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
}

/// The style sheets of linked pictures.
#[derive(Serialize)]
struct Style {
    style: String,
    light: String,
    dark: String,
}

/// Answers a request in JSON: `draw` and `style`, and those that [`report::respond`] answers.
///
/// ```
/// use tilework_lang::Scope;
///
/// let mut scope = Scope::new();
/// let picture = tilework_draw::respond(&mut scope, r#"{"ask": "draw", "input": "(2,3):(3,1)", "labels": "index"}"#);
/// assert!(picture.json.starts_with(r#"{"input":"(2,3):(3,1)","picture":"<svg "#));
/// let size = tilework_draw::respond(&mut scope, r#"{"ask": "evaluate", "input": "size((2,3))"}"#);
/// assert_eq!(size.json, r#"{"input":"size((2,3))","result":"6","value":{"kind":"integer","value":6}}"#);
/// ```
pub fn respond(scope: &mut Scope, request: &str) -> Response {
    match report::asked(request).as_deref() {
        Some("draw" | "style") => {}
        Some(other) if !QUESTIONS.contains(&other) => {
            let known = QUESTIONS.join(", ");
            let why = format!("there is no question `{other}`; there are {known}, draw and style");
            return Response::unreadable(&why);
        }
        _ => return report::respond(scope, request),
    }
    match serde_json::from_str(request) {
        Ok(Request::Draw(draw)) => draw.answer(scope),
        Ok(Request::Style {}) => {
            let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| linked_style(Some(theme)));
            Response::new(&Style { style: linked_style(None), light, dark }, Status::Answer)
        }
        Err(error) => Response::unreadable(&error),
    }
}

impl Draw {
    fn answer(&self, scope: &Scope) -> Response {
        let (input, title) = (&*self.input, self.title.as_deref().unwrap_or(self.input.trim()));
        let shown = self.options(scope).and_then(|options| {
            let expression = Expression::new(scope, input)?;
            self.render(|limits| expression.drawn(&options, title, limits))
        });
        let refusal = match shown {
            Ok((picture, steps)) => {
                let answer = Picture {
                    input: Some(input),
                    refusal: None,
                    picture: Some(picture),
                    steps: Some(steps),
                };
                return Response::new(&answer, Status::Answer);
            }
            Err(diagnostic) => Refusal::of(input, diagnostic),
        };
        let status = Status::of(&refusal.diagnostic);
        let witness = |limits| refused(scope, input, &refusal.diagnostic, title, limits);
        let picture =
            self.render(|limits| witness(limits).ok_or(())).ok().map(|(picture, _)| picture);
        let answer = Picture { input: None, refusal: Some(&refusal), picture, steps: None };
        Response::new(&answer, status)
    }

    fn options(&self, scope: &Scope) -> Result<Options, Diagnostic> {
        let mut options = Options::read(
            scope,
            [
                ("color_by", self.color_by.as_deref()),
                ("labels", self.labels.as_deref()),
                ("slice", self.slice.as_deref()),
                ("tv", self.tv.as_deref()),
            ],
        )?;
        (options.thread, options.value) = (self.thread, self.value);
        (options.both, options.flat) = (self.both, self.flat);
        match self.what {
            Part::Operation => {}
            Part::Result => options.result = true,
            Part::Strip => options.strip = true,
            Part::Bits => options.bits = true,
        }
        Ok(options)
    }

    /// The picture in the form that is asked for, and its steps.
    fn render<E>(&self, scene: impl Fn(Limits) -> Result<Scene, E>) -> Result<(String, usize), E> {
        let theme = match self.theme {
            Background::Auto => None,
            Background::Light => Some(Theme::Light),
            Background::Dark => Some(Theme::Dark),
        };
        let limits = match self.output {
            Output::Svg => Limits::PICTURE,
            Output::Linked | Output::Html => Limits::PAGE,
            Output::Tikz => Limits::TIKZ,
            Output::Text => Limits::TERMINAL,
        };
        let written = |picture: &dyn Fn(&Scene) -> String| {
            let scene = scene(limits)?;
            Ok((picture(&scene), scene.steps()))
        };
        match self.output {
            Output::Svg => written(&|scene| svg(scene, theme)),
            Output::Linked => written(&linked),
            Output::Html => written(&html),
            Output::Tikz => written(&tikz),
            Output::Text => Ok((fitted(limits, COLUMNS, ColorDepth::None, &scene)?, 0)),
        }
    }
}
