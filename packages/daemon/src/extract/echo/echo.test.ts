import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { sileroDetector } from '#extract/vad/silero/silero-detector.ts';
import { loadSilero, type SileroModel } from '#extract/vad/silero/silero-model.ts';
import { promptFile, readWav, type Voice, whyNoSpeech } from '../../../../../test/support/wav.ts';
import { type Echo, openEcho } from './echo.ts';
import { type JudgedSegment, playScene } from './scene-player.fixture.ts';
import { makeScene, random, type SceneKind } from './signal/rooms.fixture.ts';

const reason = whyNoSpeech();
if (reason !== undefined) process.stderr.write(`echo tests skipped: ${reason}\n`);

const PROMPTS = [
  'demo-congrats',
  'demo-abouttotry',
  'vm-msginstruct',
  'demo-echotest',
  'demo-moreinfo',
];
const SECONDS = 14;

describe.skipIf(reason !== undefined)('echo in invented rooms', { timeout: 180_000 }, () => {
  let model: SileroModel;
  let echo: Echo;
  beforeAll(async () => {
    model = await loadSilero();
  });
  afterEach(() => echo.close());

  function play(kind: SceneKind, seed: number, entry?: URL): Promise<JudgedSegment[]> {
    echo = openEcho({ log: silentLog, ...(entry && { entry }) });
    const dice = random(seed);
    const utterance = (voice: Voice) => {
      const sound = readWav(promptFile(voice, dice.pick(PROMPTS)));
      return sound.slice(0, Math.floor(dice.between(2, 5) * 16_000));
    };
    const voices = { far: () => utterance('english'), near: () => utterance('french') };
    const scene = makeScene(kind, dice, voices, SECONDS);
    return playScene(scene, { echo, detector: () => sileroDetector(model) });
  }
  const sum = (
    judged: readonly JudgedSegment[],
    key: 'localFrames' | 'localKept' | 'echoFrames' | 'echoKept',
  ) => judged.reduce((all, segment) => all + segment[key], 0);

  test('what only the loudspeaker said is an echo', async () => {
    const judged = await play('echo', 11);
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.every(({ truth }) => truth === 'echo')).toBe(true);
    expect(sum(judged, 'echoKept')).toBeLessThan(0.1 * sum(judged, 'echoFrames'));
    expect(judged.map(({ verdict }) => verdict.verdict)).toContain('echo');
  });

  test.each(['turns', 'double'] as const)(
    'of both (%s) the person’s words are all kept',
    async (kind) => {
      const judged = await play(kind, 12);
      expect(sum(judged, 'localFrames')).toBeGreaterThan(100);
      expect(sum(judged, 'localKept')).toBeGreaterThan(0.98 * sum(judged, 'localFrames'));
      if (kind === 'turns') {
        expect(sum(judged, 'echoKept')).toBeLessThan(0.35 * sum(judged, 'echoFrames'));
      }
    },
  );

  test.each(['local', 'headset', 'music'] as const)(
    'where no speech leaks (%s) every segment stays exactly as the microphone heard it',
    async (kind) => {
      const judged = await play(kind, 13);
      expect(judged.length).toBeGreaterThan(0);
      for (const { verdict, seconds } of judged) {
        expect(verdict.verdict).toBe('local');
        expect(verdict.keep.map(({ samples }) => samples.length)).toEqual([seconds * 16_000]);
      }
    },
  );

  test('a thread that dies costs no word: what the microphone heard is kept, and the words are compared', async () => {
    const judged = await play('echo', 11, new URL('./dying-thread.fixture.ts', import.meta.url));
    expect(judged.length).toBeGreaterThan(0);
    for (const { verdict } of judged) {
      expect(verdict).toMatchObject({ verdict: 'local', needsTextCheck: true });
    }
    expect(echo.crashes()).toBe(judged.length);
  });
});
