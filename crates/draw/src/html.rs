//! Temporary.
/// Temporary.
pub fn html(scene: &crate::Scene) -> String {
    crate::svg(scene, None)
}
