"""The works of bench/src/relayout in numpy, torch and OpenCV, those that are installed.

A server on standard input and output, so that the rounds of two processes can take turns. The argument is
how many bytes of other data to read before each run, so that the caches hold nothing of use. A request
is a line of JSON, and so is the answer. The first line is unasked: {"versions": {peer: version}}.

{"work": {...}} is followed by the bytes of the source and of the right answer. "axes" are (extent,
stride of the destination, stride of the source) in elements, outermost first; the destination is
row-major. The answer says who can do it: {"peers": [[peer, threads, right]]}.

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
        self.src, self.dst = buffer(work["src_bytes"]), buffer(work["dst_bytes"])
        read(self.src)
        self.want = np.empty(work["dst_bytes"], np.uint8)
        read(self.want)
        dtype = np.dtype(work["element"])
        self.shape = tuple(extent for extent, _, _ in self.axes)
        self.to = self.dst.view(dtype).reshape(self.shape)
        flat = self.src.view(dtype)
        strides = [dtype.itemsize * stride for _, _, stride in self.axes]
        self.source = np.lib.stride_tricks.as_strided(flat, self.shape, strides)
        self.flat = flat

    def matrices(self):
        """(count, rows, columns) of the destination, if the work transposes matrices one by one."""
        *batch, (rows, d0, s0), (columns, d1, s1) = self.axes
        if (d0, d1, s0, s1) != (columns, 1, 1, rows) or len(batch) > 1:
            return None
        size = rows * columns
        if any((d, s) != (size, size) for _, d, s in batch):
            return None
        return (batch[0][0] if batch else 1), rows, columns

    def numpy(self):
        to = self.to
        if self.small:
            source = self.source.T
            return lambda: np.copyto(to, source.T)
        source = self.source
        return lambda: np.copyto(to, source)

    def torch(self):
        # It moves no unsigned numbers but bytes; signed ones of that size are the same.
        signed = np.int16 if self.to.dtype == np.uint16 else self.to.dtype
        to = torch.from_numpy(self.to.view(signed))
        source = torch.from_numpy(self.flat.view(signed))
        source = source.as_strided(self.shape, [stride for _, _, stride in self.axes])
        if self.small:
            source = source.t()
            return lambda: to.copy_(source.t())
        return lambda: to.copy_(source)

    def opencv(self):
        if found := self.matrices():
            count, rows, columns = found
            if count == 1 and rows == 4:
                image = self.flat.reshape(2048, -1, 4)
                planes = list(self.to.reshape(4, 2048, -1))
                return lambda: cv2.split(image, planes)
            if count == 1 and columns == 4:
                planes = list(self.flat.reshape(4, 2048, -1))
                image = self.to.reshape(2048, -1, 4)
                return lambda: cv2.merge(planes, image)
            source = list(self.flat.reshape(count, columns, rows))
            to = list(self.to.reshape(count, rows, columns))
            if count == 1:
                source, to = source[0], to[0]
                return lambda: cv2.transpose(source, to)

            def batch():
                for matrix, transposed in zip(source, to):
                    cv2.transpose(matrix, transposed)

            return batch
        if len(self.axes) == 2 and self.axes[1][1:] == [1, 1]:
            return lambda: cv2.copyTo(self.source, None, self.to)
        # The axes in the order of the source, which must be whole and have no channels.
        order = sorted(range(len(self.axes)), key=lambda axis: -self.axes[axis][2])
        if self.source.size != self.flat.size:
            return None
        source = cv2.Mat(self.flat.reshape([self.shape[axis] for axis in order]))
        to = cv2.Mat(self.to)
        permutation = [order.index(axis) for axis in range(len(order))]
        return lambda: cv2.transposeND(source, permutation, to)

    def start(self):
        """Everyone who can do the work, and whether the answer is right."""
        self.calls, self.batches, answers = {}, {}, []
        peers = [("numpy", np, [1]), ("torch", torch, [1, THREADS]), ("opencv", cv2, [1, THREADS])]
        for name, module, threads in peers:
            call = getattr(self, name)() if module else None
            if not call:
                continue
            for count in threads[:1] if self.small else threads:
                limit(count)
                np.bitwise_not(self.want, out=self.dst)
                try:
                    call()
                except Exception as why:
                    print(f"{name} cannot: {why}", file=sys.stderr)
                    break
                answers.append([name, count, bool(np.array_equal(self.dst, self.want))])
                self.calls[name] = call
                self.batches[name] = batch(call) if self.small else 1
        return answers

    def run(self, name, threads):
        limit(threads)
        if not self.small:
            FLUSHED.max()
        return sample(self.calls[name], self.batches[name])


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
