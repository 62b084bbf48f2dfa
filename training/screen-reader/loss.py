"""CTC loss for large alphabets.

The loss of PyTorch needs the log probabilities of all classes in float32, several times. A line shows few of ten thousand
classes: this one gives PyTorch only those of the line, and completes the gradient with the softmax of the others.
"""
import functools

import torch
import torch.nn.functional as functional


def _total(scores):
    return scores.float().logsumexp(2)


def _softmax(scores, total, factor):
    return ((scores.float() - total[:, :, None]).exp() * factor[:, :, None]).to(scores.dtype)


def _against(scores, taught):
    return scores.float().logsumexp(2) - (taught.float().softmax(2) * scores.float()).sum(2)


@functools.cache
def _fast(work):
    """One pass over the scores instead of one for each operation."""
    return torch.compile(work)


def _passes(scores):
    return (_fast(_total), _fast(_softmax)) if scores.is_cuda else (_total, _softmax)


class _LineCtc(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, labels, columns, lengths):
        lines, steps, _ = scores.shape
        # Local class 0 is the blank; a label's local class is the place of its first occurrence, plus 1.
        same = labels[:, :, None] == labels[:, None, :]
        local = same.to(torch.uint8).argmax(2) + 1
        classes = functional.pad(labels, (1, 0))[:, None, :].expand(lines, steps, -1)
        total = _passes(scores)[0](scores)
        own = (scores.gather(2, classes).float() - total[:, :, None]).transpose(0, 1).contiguous()
        with torch.enable_grad():
            own.requires_grad_()
            loss = functional.ctc_loss(own, local, columns, lengths, reduction="none", zero_infinity=True)
            (gradient,) = torch.autograd.grad(loss.sum(), own)
        # Every place of a repeated label, and the padding as a blank, get the gradient of its first place.
        first = functional.pad(local.masked_fill(labels == 0, 0), (1, 0))[:, None, :].expand(lines, steps, -1)
        inside = torch.arange(steps, device=scores.device)[None] < columns[:, None]
        ctx.save_for_backward(scores, total, gradient.transpose(0, 1).gather(2, first), classes, inside & (loss.detach() != 0)[:, None])
        return loss.detach()

    @staticmethod
    def backward(ctx, weights):
        scores, total, own, classes, used = ctx.saved_tensors
        factor = used * weights[:, None]
        gradient = _passes(scores)[1](scores, total, factor)
        gradient.scatter_(2, classes, (own * factor[:, :, None]).to(scores.dtype))
        return gradient, None, None, None


def ctc_loss(scores, labels, columns, lengths):
    """Loss of each line. scores [n, columns, classes], labels [n, longest] padded with 0."""
    return _LineCtc.apply(scores, labels, columns, lengths)


def teacher_loss(scores, taught, columns):
    """Cross entropy of each line with the scores of a teacher, the sum of its columns."""
    inside = torch.arange(scores.shape[1], device=scores.device)[None] < columns[:, None]
    return ((_fast(_against) if scores.is_cuda else _against)(scores, taught) * inside).sum(1)
