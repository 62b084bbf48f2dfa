/**
 * npm run bench -- echo [--scenes 35] [--seed 9001] [--speech <folder of WAV files>]
 *
 * Invented rooms around recorded speech (Debian's asterisk-core-sounds-* when no folder is given), through the product's own echo
 * judge, without the text check. Prints what was found and what was lost, and the processor time. The seeds below 1000 were looked
 * at while building; the default was not.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { silentLog } from '../../packages/daemon/src/core/log/log.ts';
import { openEcho } from '../../packages/daemon/src/extract/echo/echo.ts';
import {
  type JudgedSegment,
  playScene,
} from '../../packages/daemon/src/extract/echo/scene-player.fixture.ts';
import {
  makeScene,
  type Random,
  random,
  SCENE_KINDS,
  SCENE_SECONDS,
  type SceneKind,
} from '../../packages/daemon/src/extract/echo/signal/rooms.fixture.ts';
import { sileroDetector } from '../../packages/daemon/src/extract/vad/silero/silero-detector.ts';
import { loadSilero } from '../../packages/daemon/src/extract/vad/silero/silero-model.ts';
import { readWav } from '../../test/support/wav.ts';
import { print } from '../search/measuring.ts';

const PROMPTS = '/usr/share/asterisk/sounds';
const RATE = 16_000;

const { values: flags } = parseArgs({
  options: {
    scenes: { type: 'string', default: '35' },
    seed: { type: 'string', default: '9001' },
    speech: { type: 'string' },
  },
});

/** Folders of one speaker each. */
function speakers(): string[][] {
  const folders = flags.speech
    ? [flags.speech]
    : existsSync(PROMPTS)
      ? readdirSync(PROMPTS).map((name) => join(PROMPTS, name))
      : [];
  const lists = folders.map((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.wav'))
      .sort()
      .map((name) => join(folder, name)),
  );
  if (lists.length === 0)
    throw new Error('no speech: install asterisk-core-sounds-en-wav and -fr-wav, or give --speech');
  return lists;
}

/** Between one and eight seconds; prompts that are shorter than a second are passed over. */
function utterance(files: readonly string[], dice: Random): Float32Array {
  for (;;) {
    const sound = readWav(dice.pick(files));
    if (sound.length < RATE) continue;
    return sound.slice(0, Math.floor(dice.between(1, 8) * RATE));
  }
}

const share = (part: number, all: number) =>
  `${part}/${all}${all === 0 ? '' : ` (${((100 * part) / all).toFixed(1)} %)`}`;

function report(title: string, judged: readonly JudgedSegment[]): void {
  const of = (truth: JudgedSegment['truth']) => judged.filter((segment) => segment.truth === truth);
  const dropped = judged.filter(({ verdict }) => verdict.keep.length === 0);
  const lost = (list: readonly JudgedSegment[]) =>
    list.filter(({ localKept, localFrames }) => localKept < localFrames / 2).length;
  const found = of('echo').filter(({ verdict }) => verdict.keep.length === 0).length;
  const right = dropped.filter(({ truth }) => truth === 'echo' || truth === 'nothing').length;
  const sum = (key: 'localFrames' | 'localKept' | 'echoFrames' | 'echoKept') =>
    judged.reduce((all, segment) => all + segment[key], 0);
  print(
    `${title.padEnd(9)} found ${share(found, of('echo').length).padEnd(17)} precision ${share(right, dropped.length).padEnd(17)}` +
      ` local lost ${share(lost(of('local')), of('local').length).padEnd(14)} double lost ${share(lost(of('double')), of('double').length).padEnd(14)}` +
      ` local frames kept ${share(sum('localKept'), sum('localFrames')).padEnd(20)} echo-only frames left ${share(sum('echoKept'), sum('echoFrames'))}`,
  );
}

const model = await loadSilero();
const echo = openEcho({ log: silentLog });
const lists = speakers();
const dice = random(Number(flags.seed));
const byKind = new Map<SceneKind, JudgedSegment[]>();
const cpu = process.cpuUsage();
const count = Number(flags.scenes);
for (let number = 0; number < count; number += 1) {
  const kind = SCENE_KINDS[number % SCENE_KINDS.length] ?? 'echo';
  const far = dice.pick(lists);
  const near = dice.pick(lists.filter((list) => lists.length === 1 || list !== far));
  const scene = makeScene(kind, dice, {
    far: () => utterance(far, dice),
    near: () => utterance(near, dice),
  });
  const judged = await playScene(scene, { echo, detector: () => sileroDetector(model) });
  byKind.set(kind, [...(byKind.get(kind) ?? []), ...judged]);
  process.stderr.write('.');
}
process.stderr.write('\n');
await echo.close();
print(`${count} scenes of ${SCENE_SECONDS} s, seed ${flags.seed}, ${lists.length} speakers`);
for (const [kind, judged] of byKind) report(kind, judged);
report('all', [...byKind.values()].flat());
const { user, system } = process.cpuUsage(cpu);
print(
  `processor time, making of the scenes included: ${((user + system) / 1e6 / (SCENE_SECONDS * count)).toFixed(3)} s per second of sound`,
);
