import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadAv } from './av.ts';
import { encodeFrame } from './jpeg-frames.ts';
import { numberedJpegs, numberShownIn } from './numbered-picture.fixture.ts';
import { openVideo } from './open-video.ts';
import { recentFrames } from './recent-frames.ts';
import { writeVideo } from './write-video.ts';

test('the last frames of a video stay what they were while it goes on, and no more than fit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-recent-'));
  try {
    const file = join(folder, 'a.mp4');
    await writeVideo({ file, pictures: numberedJpegs(12), framesPerSecond: 1 });
    await using video = await openVideo(file);
    using recent = recentFrames(3 * video.width * video.height);
    for (let found = await video.next(); found; found = await video.next()) {
      recent.add(found.index, found.frame);
      recent.add(found.index, found.frame);
    }
    const kept = Array.from({ length: 12 }, (_, index) => recent.get(index));
    expect(kept.map((frame) => frame !== undefined)).toEqual([
      ...Array(9).fill(false),
      ...Array(3).fill(true),
    ]);
    const av = await loadAv();
    for (const [index, frame] of kept.entries()) {
      if (frame) expect(await numberShownIn(await encodeFrame(av, frame))).toBe(index);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a frame that is larger than everything that may be kept is not kept', async () => {
  const av = await loadAv();
  using recent = recentFrames(99);
  using frame = new av.lib.Frame();
  frame.alloc();
  frame.width = 10;
  frame.height = 10;
  frame.format = av.constants.AV_PIX_FMT_YUVJ420P;
  av.check(frame.getBuffer(), 'room for a frame');
  recent.add(0, frame);
  expect(recent.get(0)).toBeUndefined();
});
