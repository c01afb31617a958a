"""The tiles of a matrix: who has what, and where it starts."""

import tilework as tw


def tiles(matrix: tw.Layout, tile: tuple[int, int]) -> list[tuple[tw.Layout, int]]:
    """The layout of each tile, and the offset of its first element."""
    divided = matrix.zipped_divide(tile)
    inner, rest = divided
    return [(inner, rest(i)) for i in range(rest.size)]


if __name__ == "__main__":
    found = tiles(tw.Layout((8, 12), order="row"), (4, 4))
    for layout, offset in found:
        print(f"{layout} at {offset}")
    assert [offset for _, offset in found] == [0, 48, 4, 52, 8, 56]
