"""Processes that make samples while the network learns, and the memory that keeps them."""
import multiprocessing
import os
import queue
from multiprocessing import shared_memory

import numpy as np
import torch

from ink import HEIGHT
from samples import LONGEST, WIDTH, Samples, fill

BATCH = 128
SLOTS = 120
LEAST_PRIORITY = 19
FIELDS = [("strips", (HEIGHT, WIDTH), np.uint8), ("labels", (LONGEST,), np.int16), ("lengths", (), np.int32), ("widths", (), np.int32)]


def _views(memory, count):
    return [
        np.ndarray((count, BATCH, *shape), kind, block.buf) for block, (_, shape, kind) in zip(memory, FIELDS)
    ]


def _work(network, folder, seed, names, free, full):
    # The process that feeds the GPU comes first: while it waits for a core, the GPU waits too.
    os.nice(LEAST_PRIORITY)
    memory = [shared_memory.SharedMemory(name=name) for name in names]
    views = _views(memory, SLOTS)
    samples = Samples(network, folder, seed)
    while True:
        slot = free.get()
        fill(samples, *[view[slot] for view in views])
        full.put(slot)


class Makers:
    """Starts `count` processes; their samples depend on the seed only."""

    def __init__(self, network, folder, seed, count):
        context = multiprocessing.get_context("fork")
        self._memory = [
            shared_memory.SharedMemory(create=True, size=SLOTS * BATCH * int(np.prod(shape, initial=1)) * np.dtype(kind).itemsize)
            for _, shape, kind in FIELDS
        ]
        self._views = _views(self._memory, SLOTS)
        self._free, self._full = context.Queue(), context.Queue()
        for slot in range(SLOTS):
            self._free.put(slot)
        names = [block.name for block in self._memory]
        self._processes = [
            context.Process(target=_work, args=(network, folder, seed * 1000 + i, names, self._free, self._full), daemon=True)
            for i in range(count)
        ]
        for process in self._processes:
            process.start()

    def take(self, wait=False):
        """The next batch as arrays, and what gives its place back; None if none is ready."""
        try:
            slot = self._full.get(timeout=60) if wait else self._full.get_nowait()
        except queue.Empty:
            if not all(process.is_alive() for process in self._processes):
                raise RuntimeError("a process that makes samples has died") from None
            return None
        return [view[slot] for view in self._views], lambda: self._free.put(slot)

    def stop(self):
        for process in self._processes:
            process.kill()
            process.join()
        self._views = None
        for block in self._memory:
            block.unlink()


class Pool:
    """Samples on the device; the newest replace the oldest."""

    def __init__(self, capacity, device):
        self._capacity = capacity - capacity % BATCH
        self._tensors = [
            torch.empty((self._capacity, *shape), dtype=getattr(torch, np.dtype(kind).name), device=device)
            for _, shape, kind in FIELDS
        ]
        self.made = 0

    def add(self, arrays):
        at = self.made % self._capacity
        for tensor, array in zip(self._tensors, arrays):
            tensor[at : at + BATCH] = torch.from_numpy(array).to(tensor.device)
        self.made += BATCH

    def drain(self, makers, most=64):
        for _ in range(most):
            taken = makers.take()
            if taken is None:
                return
            arrays, give_back = taken
            self.add(arrays)
            give_back()

    def batch(self, size):
        """Random samples: strips, labels, lengths, widths."""
        index = torch.randint(0, min(self.made, self._capacity), (size,), device=self._tensors[0].device)
        return [tensor[index] for tensor in self._tensors]
