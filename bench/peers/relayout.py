"""The works of bench/src/relayout in numpy, torch and OpenCV, those that are installed.

A server on standard input and output, so that the rounds of two processes can take turns. The argument is
how many bytes of other data to read before each run, so that the caches hold nothing of use. A request
is a line of JSON, and so is the answer. The first line is unasked: {"versions": {peer: version}}.

{"work": {...}} is followed by the bytes of the source and of the right answer. An element is "numbers" of
the type "number". "axes" are (extent, stride of the destination, stride of the source) in elements, outermost
first; the destination is row-major. Where there are none, the offsets in the source follow, as int64. The answer
says who can do it: {"peers": [[peer, threads, right]]}. Every peer does it in the fastest of its ways.

{"run": peer, "threads": n} is measured once: {"ns": time of a call}.
"""

import json
import platform
import sys
import time

import numpy as np

try:
    import cv2
except ImportError:
    cv2 = None
try:
    import torch
except (ImportError, OSError, ValueError):  # ValueError: torch without the CUDA that it was built for
    torch = None

THREADS = 2
PAGE = 2 << 20
SAMPLE_NS = 5e4
# So few channels are also moved one by one, or as those of an image.
CHANNELS = 8
# With more axes than this, an offset for each element may be the faster way.
AXES = 8


def buffer(size):
    """Bytes at the beginning of a large page, which numpy asks the system for."""
    memory = np.empty(size + PAGE, np.uint8)
    skip = -memory.ctypes.data % PAGE
    memory = memory[skip : skip + size]
    memory[:] = 1
    return memory


class Work:
    def __init__(self, work, read):
        self.small = work["small"]
        self.axes = work["axes"]
        # Some beyond the end: a view of whole pixels has the channels of the last one that nobody reads.
        self.src = buffer(work["src_bytes"] + PAGE)[: work["src_bytes"]]
        self.dst = buffer(work["dst_bytes"])
        read(self.src)
        self.want = np.empty(work["dst_bytes"], np.uint8)
        read(self.want)
        self.index = None
        self.dtype = np.dtype(work["number"])
        # The last axis of an element that is more than one number.
        self.numbers = [work["numbers"]] if work["numbers"] > 1 else []
        self.size = self.dtype.itemsize * work["numbers"]
        if not self.axes:
            self.index = np.empty(work["dst_bytes"] // self.size, np.int64)
            read(self.index.view(np.uint8))
        elif len(self.axes) > AXES:
            all_offsets = np.arange(work["src_bytes"] // self.size)
            self.index = self.strided(all_offsets, 8).reshape(-1)

    def strided(self, flat, size, numbers=()):
        """The source in the order of the destination; `flat` has elements of `size` bytes."""
        shape = [extent for extent, _, _ in self.axes] + list(numbers)
        strides = [size * stride for _, _, stride in self.axes] + [flat.itemsize] * len(numbers)
        return np.lib.stride_tricks.as_strided(flat, shape, strides)

    def views(self, dtype, numbers=()):
        """Destination and source in one shape."""
        source = self.strided(self.src.view(dtype), self.size, numbers)
        return self.dst.view(dtype).reshape(source.shape), source

    def matrices(self):
        """(count, rows, columns) of the destination, if the work transposes matrices one by one."""
        if not 2 <= len(self.axes) <= 3:
            return None
        *batch, (rows, d0, s0), (columns, d1, s1) = self.axes
        if (d0, d1, s0, s1) != (columns, 1, 1, rows):
            return None
        size = rows * columns
        if any((d, s) != (size, size) for _, d, s in batch):
            return None
        return (batch[0][0] if batch else 1), rows, columns

    def gathered(self):
        """Destination, source and index, of the widest elements in which the work is a gather."""
        index, size = self.index, self.size
        while size < 16 and len(index) % 2 == 0:
            even, odd = index[::2], index[1::2]
            if (even % 2).any() or (odd != even + 1).any():
                break
            index, size = even // 2, 2 * size
        dtype = {1: np.uint8, 2: np.int16, 4: np.int32, 8: np.int64, 16: np.complex128}[size]
        return self.dst.view(dtype), self.src.view(dtype), np.ascontiguousarray(index)

    # The ways of each peer.

    def numpy(self):
        if self.index is not None:
            taken, flat, index = self.gathered()
            # Not "raise", which has a buffer in between.
            yield lambda: np.take(flat, index, out=taken, mode="wrap")
            yield lambda: np.take(flat, index, out=taken, mode="clip")
        if not self.axes:
            return
        if self.numbers:
            whole, elements = self.views(np.dtype((np.void, self.size)))
            yield lambda: np.copyto(whole, elements)
        to, source = self.views(self.dtype, self.numbers)
        if self.small:
            turned = source.T
            yield lambda: np.copyto(to, turned.T)
            return
        yield lambda: np.copyto(to, source)
        if len(self.axes) == 2 and min(to.shape[:2]) <= CHANNELS:
            axis = int(np.argmin(to.shape[:2]))
            channels = list(zip(np.moveaxis(to, axis, 0), np.moveaxis(source, axis, 0)))

            def each():
                for channel, strided in channels:
                    np.copyto(channel, strided)

            yield each

    def torch(self):
        if self.index is not None:
            to, source, index = map(torch.from_numpy, self.gathered())
            yield lambda: torch.index_select(source, 0, index, out=to)
        if not self.axes:
            return
        # It moves no unsigned numbers but bytes; signed ones of that size are the same.
        signed = np.int16 if self.dtype == np.uint16 else self.dtype
        strided_to, strided = map(torch.from_numpy, self.views(signed, self.numbers))
        if self.small:
            turned = strided.mT
            yield lambda: strided_to.copy_(turned.mT)
        else:
            yield lambda: strided_to.copy_(strided)

    def opencv(self):
        if not self.axes:
            return
        flat, to_flat = self.src.view(self.dtype), self.dst.view(self.dtype)
        if found := self.matrices():
            count, rows, columns = found
            source = list(flat.reshape(count, columns, rows, *self.numbers))
            to = list(to_flat.reshape(count, rows, columns, *self.numbers))

            def each():
                for matrix, transposed in zip(source, to):
                    cv2.transpose(matrix, transposed)

            one, transposed = source[0], to[0]
            yield each if count > 1 else lambda: cv2.transpose(one, transposed)
            # As images of 2048 rows: a column as long as the data is not what they are made for.
            if count == 1 and rows <= CHANNELS and columns % 2048 == 0:
                image = flat.reshape(2048, -1, rows)
                planes = list(to_flat.reshape(rows, 2048, -1))
                yield lambda: cv2.split(image, planes)
            if count == 1 and columns <= CHANNELS and rows % 2048 == 0:
                parts = list(flat.reshape(columns, 2048, -1))
                merged = to_flat.reshape(2048, -1, columns)
                yield lambda: cv2.merge(parts, merged)
        elif len(self.axes) == 1:
            (count, _, step), rows = self.axes[0], 2048
            shape = (rows, count // rows, step)
            strides = [self.size * stride for stride in (count // rows * step, step, 1)]
            pixels = np.lib.stride_tricks.as_strided(flat, shape, strides)
            channel = to_flat.reshape(rows, -1)
            yield lambda: cv2.extractChannel(pixels, 0, channel)
        elif len(self.axes) == 2 and self.axes[1][1:] == [1, 1]:
            to_rows, from_rows = self.views(self.dtype)
            yield lambda: cv2.copyTo(from_rows, None, to_rows)
        if len(self.axes) > AXES:
            return
        # The axes in the order of the source, which must be whole and have no channels.
        extents = [extent for extent, _, _ in self.axes] + self.numbers
        if np.prod(extents) == flat.size:
            order = sorted(range(len(self.axes)), key=lambda axis: -self.axes[axis][2])
            order += range(len(order), len(extents))
            whole = cv2.Mat(flat.reshape([extents[axis] for axis in order]))
            permuted = cv2.Mat(to_flat.reshape(extents))
            permutation = [order.index(axis) for axis in range(len(order))]
            yield lambda: cv2.transposeND(whole, permutation, permuted)

    def start(self):
        """Everyone who can do the work, and whether the answer is right."""
        self.calls, self.batches, answers = {}, {}, []
        peers = [("numpy", np, [1]), ("torch", torch, [1, THREADS]), ("opencv", cv2, [1, THREADS])]
        for name, module, threads in peers:
            ways = list(getattr(self, name)()) if module else []
            for count in threads[:1] if self.small else threads:
                limit(count)
                tried = [tried for way in ways if (tried := self.attempt(name, way))]
                right = [(ns, way) for ns, way in tried if ns]
                if tried:
                    answers.append([name, count, bool(right)])
                if right:
                    _, call = min(right, key=lambda pair: pair[0])
                    self.calls[name, count] = call
                    self.batches[name, count] = batch(call) if self.small else 1
        return answers

    def attempt(self, name, way):
        """The time of the way, none if its answer is wrong; nothing if it cannot."""
        np.bitwise_not(self.want, out=self.dst)
        try:
            first = sample(way, 1)
        except Exception as why:
            print(f"{name} cannot: {str(why).splitlines()[0]}", file=sys.stderr)
            return None
        if not np.array_equal(self.dst, self.want):
            return None, way
        again = sample(way, batch(way) if self.small else 1) if first < 1e9 else first
        return min(first, again), way

    def run(self, name, threads):
        limit(threads)
        if not self.small:
            FLUSHED.max()
        return sample(self.calls[name, threads], self.batches[name, threads])


def limit(threads):
    if torch:
        torch.set_num_threads(threads)
        torch.ones(1 << 18).neg_()  # The threads start before the clock does.
    if cv2:
        cv2.setNumThreads(threads)


def sample(call, batch):
    start = time.perf_counter_ns()
    for _ in range(batch):
        call()
    return (time.perf_counter_ns() - start) / batch


def batch(call):
    count = 1
    while sample(call, count) * count < SAMPLE_NS:
        count *= 2
    return count


def read(array):
    view, done = memoryview(array), 0
    while done < len(view):
        got = sys.stdin.buffer.readinto(view[done:])
        if not got:
            raise EOFError
        done += got


def say(answer):
    print(json.dumps(answer), flush=True)


FLUSHED = buffer(int(sys.argv[1])).view(np.uint64)
VERSIONS = {"Python": platform.python_version(), "numpy": np.__version__}
if torch:
    VERSIONS["torch"] = torch.__version__
if cv2:
    VERSIONS["opencv"] = cv2.__version__
say({"versions": VERSIONS})
work = None
while line := sys.stdin.buffer.readline():
    request = json.loads(line)
    if "work" in request:
        work = None  # Its memory before that of the next.
        work = Work(request["work"], read)
        say({"peers": work.start()})
    else:
        say({"ns": work.run(request["run"], request["threads"])})
