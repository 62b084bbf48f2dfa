import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../testing/temporary-store.ts';
import { type AudioMedia, type KeptAudio, openAudioMedia } from './audio-media.ts';

const AT_MS = Date.parse('2026-02-03T23:59:59.007Z');
const RECORDING = { atMs: AT_MS, deviceName: 'Desk Mic (input)', isInput: true };
const FILE = 'data/2026-02-03/1770163199007_Desk-Mic-input.ogg';

let folder: TemporaryFolder;
let media: AudioMedia;

beforeEach(async () => {
  folder = await temporaryFolder();
  media = openAudioMedia({ dataDir: folder.path });
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A tone that grows louder, so that its parts can be distinguished. */
function tone(durationMs: number): Int16Array {
  return Int16Array.from({ length: durationMs * 16 }, (_, i) =>
    Math.round(Math.sin((i / 16_000) * 2 * Math.PI * 440) * 12_000 * (i / (durationMs * 16))),
  );
}

async function record(samples = tone(2_500), recording = RECORDING): Promise<KeptAudio> {
  const spool = await media.record(recording);
  for (let from = 0; from < samples.length; from += 1_600) {
    await spool.append(samples.subarray(from, from + 1_600));
  }
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  return kept;
}

const chunkOf = (filePath: string) => ({
  id: 5,
  filePath: filePath && join(folder.path, filePath),
});
const spooled = async () => (await readdir(join(folder.path, 'data/.spool'))).sort();

function loudness(samples: Float32Array, fromMs: number, toMs: number): number {
  const part = samples.subarray(fromMs * 16, toMs * 16);
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

describe('a recording', () => {
  test('becomes a small Opus file with the same sound', async () => {
    const kept = await record();
    expect(kept).toEqual({ ...RECORDING, filePath: FILE, durationMs: 2_500 });
    const path = join(folder.path, kept.filePath);
    const { size, mode } = await stat(path);
    // 16 to 24 kbit/s, and the headers.
    expect(size).toBeLessThan(2.5 * 3_000 + 1_000);
    expect(mode & 0o777).toBe(0o600);
    const bytes = await readFile(path);
    expect(bytes.toString('latin1', 0, 4)).toBe('OggS');
    expect(bytes.includes('OpusHead')).toBe(true);
    const samples = await media.readSamples(chunkOf(kept.filePath));
    expect(Math.abs(samples.length - 2_500 * 16)).toBeLessThan(40 * 16);
    expect(loudness(samples, 200, 400)).toBeCloseTo(12_000 / 32_768 / Math.SQRT2 / 8.3, 1);
    expect(loudness(samples, 2_200, 2_400)).toBeCloseTo((12_000 / 32_768 / Math.SQRT2) * 0.92, 1);
  });

  test('stays on the disk as samples until its rows are stored', async () => {
    const spool = await media.record(RECORDING);
    await spool.append(tone(100));
    expect(await spooled()).toEqual(['1770163199007_Desk-Mic-input.pcm']);
    const kept = (await spool.finish()) as KeptAudio;
    expect(await spooled()).toEqual(['1770163199007_Desk-Mic-input.pcm']);
    await media.release(kept);
    expect(await spooled()).toEqual([]);
  });

  test('knows where it will be from its start', async () => {
    const spool = await media.record(RECORDING);
    expect(spool.filePath).toBe(FILE);
    await spool.append(tone(100));
    expect((await spool.finish())?.filePath).toBe(FILE);
  });

  test('without a sample, or unwanted, leaves nothing', async () => {
    expect(await (await media.record(RECORDING)).finish()).toBeUndefined();
    const spool = await media.record(RECORDING);
    await spool.append(tone(100));
    await spool.discard();
    expect(await spooled()).toEqual([]);
  });

  test('never takes the name of another', async () => {
    const first = await record(tone(300));
    await media.release(first);
    const others = await Promise.all([
      record(tone(300)),
      record(tone(300), { ...RECORDING, deviceName: 'Desk-Mic /(input)' }),
    ]);
    const names = [first, ...others].map(({ filePath }) => filePath);
    expect(new Set(names).size).toBe(3);
  });

  test.each(['', '../../../etc/x', 'ΚΑΛΗΜΕΡΑ', 'x'.repeat(500)])(
    'of the device %j stays in its folder',
    async (deviceName) => {
      const { filePath } = await record(tone(200), { ...RECORDING, deviceName });
      expect(filePath).toMatch(/^data\/2026-02-03\/1770163199007_[A-Za-z0-9-]{1,40}\.ogg$/);
    },
  );
});

test.runIf(process.platform === 'linux')('leaves no file open', async () => {
  for (const i of [0, 1, 2]) {
    const kept = await record(tone(300), { ...RECORDING, atMs: AT_MS + i });
    await media.readSamples(chunkOf(kept.filePath));
    await media.release(kept);
  }
  const names = await readdir('/proc/self/fd');
  const open = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  expect(open.filter((path) => path.startsWith(folder.path))).toEqual([]);
});

describe('after a crash', () => {
  test('what a killed process was recording is kept up to that moment', async () => {
    const script = `
      import { openAudioMedia } from ${JSON.stringify(new URL('./audio-media.ts', import.meta.url).href)};
      const media = openAudioMedia({ dataDir: ${JSON.stringify(folder.path)} });
      const spool = await media.record(${JSON.stringify(RECORDING)});
      for (let i = 0; i < 20; i++) await spool.append(new Int16Array(1600).fill(i * 100));
      process.stdout.write('recording');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { kept, broken } = await media.recover();
    expect({ kept, broken }).toEqual({
      kept: [{ ...RECORDING, filePath: FILE, durationMs: 2_000 }],
      broken: 0,
    });
    expect((await media.readSamples(chunkOf(FILE))).length).toBeGreaterThan(1_900 * 16);
  });

  test('recovering again, or after the file was finished, comes to the same', async () => {
    const kept = await record();
    const before = await readFile(join(folder.path, FILE));
    expect(await media.recover()).toEqual({ kept: [kept], broken: 0, failed: 0 });
    expect(await media.recover()).toEqual({ kept: [kept], broken: 0, failed: 0 });
    expect(await readFile(join(folder.path, FILE))).toEqual(before);
    await media.release(kept);
    expect(await media.recover()).toEqual({ kept: [], broken: 0, failed: 0 });
  });

  test('half an Opus file is made again, and a cut sample is left out', async () => {
    await record(tone(500));
    await rm(join(folder.path, FILE));
    const spool = join(folder.path, 'data/.spool/1770163199007_Desk-Mic-input');
    await writeFile(`${spool}.ogg`, 'OggS half');
    await appendFile(`${spool}.pcm`, Buffer.from([1]));
    const { kept } = await media.recover();
    expect(kept).toMatchObject([{ filePath: FILE, durationMs: 500 }]);
    expect((await media.readSamples(chunkOf(FILE))).length).toBeGreaterThan(400 * 16);
    expect(await spooled()).toEqual(['1770163199007_Desk-Mic-input.pcm']);
  });

  test('spools that hold nothing are removed and counted', async () => {
    const spools = join(folder.path, 'data/.spool');
    await mkdir(spools, { recursive: true });
    await writeFile(join(spools, '1_a.pcm'), '');
    await writeFile(join(spools, '2_a.pcm'), '{"atMs":1,"dev');
    await writeFile(join(spools, '3_a.pcm'), '{"atMs":1,"deviceName":"a","isInput":true}\n');
    await writeFile(join(spools, '4_a.pcm'), 'not ours\nnot ours');
    expect(await media.recover()).toEqual({ kept: [], broken: 4, failed: 0 });
    expect(await spooled()).toEqual([]);
  });

  test('nothing to recover is nothing', async () => {
    expect(await media.recover()).toEqual({ kept: [], broken: 0, failed: 0 });
  });
});

describe('recovery of many', () => {
  test('one file that cannot be finished stays where it is and does not hold up the others', async () => {
    const finished = await record(tone(300));
    const stuck = join(folder.path, 'data/.spool/0_stuck.pcm');
    // Can be opened and not be read, as a file on a failing disk.
    await mkdir(stuck);
    const { kept, broken, failed } = await media.recover();
    expect(kept.map(({ filePath }) => filePath)).toEqual([finished.filePath]);
    expect({ broken, failed }).toEqual({ broken: 0, failed: 1 });
    expect(await readdir(join(folder.path, 'data/.spool'))).toContain('0_stuck.pcm');
  });
});

describe('reading', () => {
  test.skipIf(process.platform !== 'linux')(
    'what the machine refuses to read is not missing',
    async () => {
      const { filePath } = await record(tone(300));
      const path = join(folder.path, filePath);
      await rm(path);
      // Reading its beginning fails with EIO.
      await symlink('/proc/self/mem', path);
      const refused = media.readSamples(chunkOf(filePath));
      await expect(refused).rejects.toThrow();
      await expect(refused).rejects.not.toMatchObject({ code: 'AUDIO_GONE' });
    },
  );

  test('a missing, broken or empty file, or none, counts as missing', async () => {
    const { filePath } = await record(tone(300));
    await media.release({ filePath });
    const path = join(folder.path, filePath);
    await writeFile(path, 'no sound');
    await expect(media.readSamples(chunkOf(filePath))).rejects.toMatchObject({
      code: 'AUDIO_GONE',
    });
    await truncate(path, 0);
    for (const missing of [filePath, 'data/2026-02-03/none.ogg', '']) {
      const chunk = chunkOf(missing);
      await expect(media.readSamples(chunk)).rejects.toMatchObject({ code: 'AUDIO_GONE' });
      await expect(media.openPlayable(chunk)).rejects.toMatchObject({
        code: 'AUDIO_GONE',
        context: { audio_chunk_id: 5 },
      });
    }
  });

  test('what is still being recorded can be played as far as it is, and rescued when its end was lost', async () => {
    const recording = { atMs: AT_MS, deviceName: 'mic (input)', isInput: true };
    const spool = await media.record(recording);
    const chunk = chunkOf(spool.filePath);
    await expect(media.openPlayable(chunk)).rejects.toMatchObject({ code: 'AUDIO_GONE' });
    expect(await media.rescue(chunkOf('data/2026-02-03/none.ogg'))).toBe(false);
    await spool.append(tone(1_000));
    const early = await media.openPlayable(chunk);
    expect(early.contentType).toBe('audio/ogg');
    const bytes = await buffer(early.read(0, early.sizeBytes - 1));
    expect(bytes.toString('latin1', 0, 4)).toBe('OggS');
    expect(bytes).toHaveLength(early.sizeBytes);
    expect(await media.rescue(chunk)).toBe(true);
    const samples = await media.readSamples(chunk);
    expect(samples.length / 16_000).toBeCloseTo(1, 1);
    expect(await media.rescue(chunk)).toBe(false);
    await spool.discard();
  });

  test('never leaves the media folder', async () => {
    await writeFile(join(folder.path, 'outside.ogg'), 'x');
    const escapes = ['outside.ogg', 'data/../outside.ogg', 'db.sqlite'];
    for (const filePath of escapes) {
      await expect(media.openPlayable(chunkOf(filePath))).rejects.toMatchObject({
        code: 'AUDIO_GONE',
      });
    }
    await media.remove(escapes);
    expect(await readdir(folder.path)).toContain('outside.ogg');
  });

  test('a folder or another kind of file is not played', async () => {
    await mkdir(join(folder.path, 'data/folder.ogg'), { recursive: true });
    await writeFile(join(folder.path, 'data/picture.jpg'), 'x');
    for (const filePath of ['data/folder.ogg', 'data/picture.jpg']) {
      await expect(media.openPlayable(chunkOf(filePath))).rejects.toMatchObject({
        code: 'AUDIO_GONE',
      });
    }
  });

  test('removing twice is no error', async () => {
    const { filePath } = await record(tone(300));
    await media.remove([filePath, filePath]);
    await expect(media.openPlayable(chunkOf(filePath))).rejects.toMatchObject({
      code: 'AUDIO_GONE',
    });
  });

  test('rejects with the reason of an aborted signal', async () => {
    const { filePath } = await record(tone(300));
    const reason = new Error('too late');
    const signal = AbortSignal.abort(reason);
    await expect(media.readSamples(chunkOf(filePath), signal)).rejects.toBe(reason);
  });
});
