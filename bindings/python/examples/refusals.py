"""Which tile sizes a layout can be composed with, and why not the others."""

import tilework as tw


def reasons(layout: tw.Layout, strides: range) -> dict[int, int | None]:
    """For each stride, the index at which picking three elements so far apart is no layout; None where it is one."""
    found: dict[int, int | None] = {}
    for stride in strides:
        try:
            tw.composition(layout, tw.Layout(3, stride))
            found[stride] = None
        except tw.LayoutError as error:
            found[stride] = error.witness
    return found


if __name__ == "__main__":
    answer = reasons(tw.Layout("(4,2):(1,10)"), range(1, 5))
    print(answer)
    assert answer == {1: None, 2: 2, 3: 2, 4: None}
