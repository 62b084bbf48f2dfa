"""Trains one network and writes its weights to `<out>/<network>.pt`; those it went on from, if any, to `<network>-start.pt`.

    train.py western --data DATA --seconds 500       on a GPU, with prepared data
    train.py tiny --seconds 30                       on a CPU, with the DejaVu fonts: digits only
"""
import argparse
import json
import math
import os
import time
from contextlib import nullcontext

import torch

import network as networks
from alphabets import Labels
from evaluate import error_rate
from loss import ctc_loss, teacher_loss
from pool import Makers, Pool
from samples import Samples
from tiny import TinyPool, tiny_samples
from warm_start import load_onnx

WARM_UP = 0.05
FIRST_SAMPLES = 8192
AVERAGE_EVERY = 5
# Looking for new samples asks the system about each process.
DRAIN_EVERY = 10
# With weights to go on from, the rate rises over these: the optimiser knows nothing yet.
FIRST_STEPS = 100
HELD_OUT_SAMPLES = 1200
REPORT_EVERY_SECONDS = 60


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=["western", "eastern", "tiny"])
    parser.add_argument("--data", help="folder that prepare.sh made")
    parser.add_argument("--out", default=".")
    parser.add_argument("--seconds", type=float, help="length of the whole run, with the preparations")
    parser.add_argument("--steps", type=int, help="length of the training, instead of seconds: repeatable on a CPU")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--begin", type=float, default=0, help="share of the schedule that is done before this run")
    parser.add_argument("--end", type=float, default=1, help="share of the schedule that is done after this run")
    parser.add_argument("--state", help="file to go on from, if it exists, and to leave for the next run")
    parser.add_argument("--start", help="weights to go on from: an ONNX file of the product, or a .pt file of this script")
    parser.add_argument("--teacher", help="weights of the shape named like the network, whose scores are learned too: ONNX or .pt")
    parser.add_argument("--shape", choices=list(networks.SHAPES), help="of the network, if not the one named like it; the shipped western network is slim")
    parser.add_argument("--capacity", type=int, default=1_800_000, help="samples kept on the device")
    return parser.parse_args()


class Average:
    """A running mean of the weights, which reads better than the last ones."""

    def __init__(self, net):
        self._net = net
        self.weights = {key: value.detach().clone().float() for key, value in net.state_dict().items()}

    def update(self, step):
        decay = 0.99 if step > 1000 else 0.9
        kept, current = [], []
        for key, value in self._net.state_dict().items():
            if value.is_floating_point():
                kept.append(self.weights[key])
                current.append(value)
            else:
                self.weights[key] = value.float()
        # All in two calls: on a GPU a call costs more than its work.
        torch._foreach_mul_(kept, decay)
        torch._foreach_add_(kept, current, alpha=1 - decay)


class Training:
    def __init__(self, options):
        self.options = options
        self.started = time.monotonic()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        is_tiny = options.network == "tiny"
        if is_tiny:
            torch.set_num_threads(1)
            self.makers = None
            self.pool = TinyPool(options.seed)
            self.held_out = tiny_samples(options.seed + 1, 200)
            classes = 11
        else:
            # Before CUDA starts: the processes are forks.
            self.makers = Makers(options.network, options.data, options.seed, options.workers)
            self.held_out = held_out_samples(options.network, options.data)
            self.pool = Pool(options.capacity if self.device == "cuda" else 20_000, self.device)
            classes = len(Labels(options.network).alphabet) + 1
        self.net = networks.create(options.shape, classes).to(self.device)
        if self.device == "cuda":
            torch.backends.cudnn.benchmark = True
            self.net = self.net.to(memory_format=torch.channels_last)
        self.optimiser = self._optimiser()
        if options.state and os.path.exists(options.state):
            state = torch.load(options.state, map_location=self.device)
            self.net.load_state_dict(state["weights"])
            self.optimiser.load_state_dict(state["optimiser"])
        # One pass over the activations where PyTorch has one for each operation: twice as fast on a GPU.
        self.forward = torch.compile(self.net) if self.device == "cuda" else self.net
        self.teacher = None
        self.average = Average(self.net)
        self.log = []

    def _load(self, net, path):
        if path.endswith(".pt"):
            net.load_state_dict(torch.load(path, map_location=self.device)["weights"])
        else:
            self._fill_pool()
            strips = self.pool.batch(self.options.batch)[0]
            load_onnx(net, path, strips[:, None].float() / 255)

    def _load_start(self):
        self._load(self.net, self.options.start)
        self.average = Average(self.net)
        self.save("-start")
        self._report(0, 0, 0)

    def _load_teacher(self):
        teacher = networks.create(self.options.network, self.net.classify.out_features).to(self.device)
        self._load(teacher, self.options.teacher)
        teacher = teacher.to(memory_format=torch.channels_last).eval().requires_grad_(False)
        wrong = error_rate(lambda ink: teacher(ink.to(self.device)).argmax(2).cpu(), self.held_out)
        print(json.dumps({"errors of the teacher": round(100 * wrong, 3)}), flush=True)
        self.teacher = torch.compile(teacher) if self.device == "cuda" else teacher

    def _optimiser(self):
        matrices = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": matrices, "weight_decay": 0.02}, {"params": others, "weight_decay": 0}]
        return torch.optim.AdamW(groups, lr=self.options.rate, betas=(0.9, 0.98), **({"fused": True} if self.device == "cuda" else {}))

    def _fill_pool(self):
        while self.makers and self.pool.made < FIRST_SAMPLES:
            arrays, give_back = self.makers.take(wait=True)
            self.pool.add(arrays)
            give_back()

    def run(self):
        if self.options.start:
            self._load_start()
        if self.options.teacher:
            self._load_teacher()
        self._fill_pool()
        if self.device == "cuda":
            # It compiles: the schedule starts behind that, or its slow rise would be over before the second step.
            self._step(0, 0)
        started = reported = time.monotonic()
        seconds = max(1, (self.options.seconds or 0) - (started - self.started))
        step, total = 0, torch.zeros((), device=self.device)
        since = 0
        while True:
            elapsed = time.monotonic() - started
            done = step / self.options.steps if self.options.steps else elapsed / seconds
            if done >= 1:
                break
            if self.makers and step % DRAIN_EVERY == 0:
                self.pool.drain(self.makers)
            total += self._step(done, min(1, (step + 1) / FIRST_STEPS) if self.options.start else 1)
            step += 1
            since += 1
            if step % AVERAGE_EVERY == 0:
                self.average.update(step)
            if self.makers and time.monotonic() - reported > REPORT_EVERY_SECONDS:
                self._report(elapsed, step, float(total) / since)
                self.save()
                total.zero_()
                since = 0
                reported = time.monotonic()
        return self._finish(time.monotonic() - started, step, float(total) / max(1, since))

    def _step(self, done, share):
        for group in self.optimiser.param_groups:
            group["lr"] = share * self.options.rate * rate_at(self.options.begin + done * (self.options.end - self.options.begin))
        strips, labels, lengths, widths = self.pool.batch(self.options.batch)
        ink = augmented(strips[:, None].float() / 255)
        if self.device == "cuda":
            ink = ink.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cuda", torch.bfloat16) if self.device == "cuda" else nullcontext():
            scores = self.forward(ink)
            taught = None if self.teacher is None else self.teacher(ink)
        columns = widths.long() // 2
        losses = ctc_loss(scores, labels.long(), columns, lengths.long())
        if taught is not None:
            losses = losses + teacher_loss(scores, taught, columns)
        loss = (losses / lengths.clamp(min=8)).mean()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        return loss.detach()

    def _report(self, elapsed, step, loss):
        row = {"seconds": round(elapsed), "step": step, "made": self.pool.made, "loss": round(loss, 4)}
        row["errors"] = round(100 * self._errors(), 3)
        self.log.append(row)
        print(json.dumps(row), flush=True)

    def _errors(self):
        self.net.eval()
        wrong = error_rate(lambda ink: self.net(ink.to(self.device)).argmax(2).cpu(), self.held_out)
        self.net.train()
        return wrong

    def _finish(self, elapsed, step, loss):
        self._report(elapsed, step, loss)
        if self.options.state:
            state = {"weights": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
            torch.save(state, self.options.state)
        raw = {key: value.detach().clone() for key, value in self.net.state_dict().items()}
        errors = self.log[-1]["errors"]
        self.net.load_state_dict({key: value.to(raw[key].dtype) for key, value in self.average.weights.items()})
        averaged = round(100 * self._errors(), 3)
        print(json.dumps({"errors": errors, "errors of the average": averaged, "steps": step}), flush=True)
        if errors < averaged:
            self.average.weights = raw
        self.save()
        if self.makers:
            self.makers.stop()
        return min(errors, averaged)

    def save(self, suffix=""):
        os.makedirs(self.options.out, exist_ok=True)
        weights = {key: value.half() if value.is_floating_point() else value for key, value in self.average.weights.items()}
        saved = {"network": self.options.network, "shape": self.options.shape, "weights": weights}
        torch.save(saved, f"{self.options.out}/{self.options.network}{suffix}.pt")
        with open(f"{self.options.out}/{self.options.network}-log.json", "w", encoding="utf8") as file:
            json.dump(self.log, file)


def rate_at(done):
    """Share of the learning rate: a short rise, then a cosine."""
    if done < WARM_UP:
        return max(0.02, done / WARM_UP)
    return 0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * (done - WARM_UP) / (1 - WARM_UP)))


def augmented(ink):
    """Cheap changes that make a sample new each time: strength, gamma, noise, one pixel up or down."""
    count = len(ink)
    each = lambda: torch.rand(count, 1, 1, 1, device=ink.device) - 0.5  # noqa: E731
    ink = (ink * (1 + 0.16 * each())).clamp_(0, 1)
    if torch.rand(()) < 0.5:
        ink = ink.clamp_min(1e-4) ** torch.exp(0.5 * each())
    if torch.rand(()) < 0.3:
        ink = ink + torch.randn_like(ink) * 0.015
    shift = int(torch.randint(-1, 2, ()))
    return torch.roll(ink, shift, 2) if shift else ink


def held_out_samples(network, folder):
    samples = Samples(network, folder, 9000, held_out=True)
    return [samples.next() for _ in range(HELD_OUT_SAMPLES)]


if __name__ == "__main__":
    chosen = parse()
    if not chosen.seconds and not chosen.steps:
        chosen.seconds = 30
    chosen.shape = chosen.shape or chosen.network
    if chosen.network == "tiny":
        chosen.batch = min(chosen.batch, 32)
    training = Training(chosen)
    errors = training.run()
    print(json.dumps({"network": chosen.network, "character errors": errors}))
