"""CTC loss for large alphabets.

The loss of PyTorch needs the log probabilities of all classes in float32, several times. A line shows few of ten thousand
classes: this one gives PyTorch only those of the line, and completes the gradient with the softmax of the others.
"""
import torch
import torch.nn.functional as functional

# Lines whose full scores are in float32 at one time.
CHUNK = 64


class _LineCtc(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, labels, columns, lengths):
        lines, steps, _ = scores.shape
        # Local class 0 is the blank; a label's local class is the place of its first occurrence, plus 1.
        same = labels[:, :, None] == labels[:, None, :]
        local = same.to(torch.uint8).argmax(2) + 1
        classes = functional.pad(labels, (1, 0))[:, None, :].expand(lines, steps, -1)
        total = torch.cat([part.float().logsumexp(2) for part in scores.split(CHUNK)])
        own = (scores.gather(2, classes).float() - total[:, :, None]).transpose(0, 1).contiguous()
        with torch.enable_grad():
            own.requires_grad_()
            loss = functional.ctc_loss(own, local, columns, lengths, reduction="none", zero_infinity=True)
            (gradient,) = torch.autograd.grad(loss.sum(), own)
        # PyTorch's gradient is probability minus share of the paths; only the share is wanted.
        share = (own.detach().exp() - gradient).transpose(0, 1)
        inside = torch.arange(steps, device=scores.device)[None] < columns[:, None]
        ctx.save_for_backward(scores, total, share, classes, inside & (loss.detach() != 0)[:, None])
        return loss.detach()

    @staticmethod
    def backward(ctx, weights):
        scores, total, share, classes, used = ctx.saved_tensors
        factor = used * weights[:, None]
        parts = []
        for at in range(0, len(scores), CHUNK):
            part = slice(at, at + CHUNK)
            gradient = (scores[part].float() - total[part, :, None]).exp_()
            gradient.scatter_add_(2, classes[part], -share[part])
            parts.append((gradient * factor[part, :, None]).to(scores.dtype))
        return torch.cat(parts), None, None, None


def ctc_loss(scores, labels, columns, lengths):
    """Loss of each line. scores [n, columns, classes], labels [n, longest] padded with 0."""
    return _LineCtc.apply(scores, labels, columns, lengths)
