/** Detection, segments and recognition together, with the real networks in their process and recorded human speech. */
import { afterAll, describe, expect, test } from 'vitest';
import { samplesOf } from '#core/sound/pcm.ts';
import { wordsOf } from './asr/guards.ts';
import { moonshineEngine } from './asr/moonshine/moonshine-engine.ts';
import { type Recognition, recogniser } from './asr/recogniser.ts';
import { joined, music, noise, prompt, readWav, silence } from './asr/sounds.fixture.ts';
import {
  openSpeechProcess,
  TINY_FOLDER,
  WHY_NOT_UNDERSTOOD,
} from './asr/speech-process.fixture.ts';
import { promptsMissing, turnsOf } from './speakers/prompts.fixture.ts';
import type { SegmentEvent } from './vad/segmenter.ts';
import { sileroDetector } from './vad/silero/silero-detector.ts';
import { voiceStream } from './vad/voice-stream.ts';

const wanted = new AbortController().signal;
const PATIENCE_MS = 120_000;

interface Heard {
  readonly kind: SegmentEvent['kind'];
  readonly startAtMs: number;
  readonly endAtMs: number;
  /** Undefined when the guards refused it. */
  readonly text: string | undefined;
  readonly isUnderstood: boolean;
  readonly isReused: boolean;
}

describe.skipIf(WHY_NOT_UNDERSTOOD)(
  `hearing (${WHY_NOT_UNDERSTOOD ?? 'tiny'})`,
  { timeout: PATIENCE_MS },
  () => {
    const speech = openSpeechProcess();
    afterAll(() => speech.close());

    /** Plays sound in blocks of 10 ms; segments are recognised in the order they come. */
    async function hear(sound: Int16Array, onBlock?: (atMs: number) => void): Promise<Heard[]> {
      const { recognise } = recogniser(
        moonshineEngine({
          name: 'moonshine-tiny',
          folder: TINY_FOLDER,
          run: (input, signal) => speech.run('asr.moonshine', input, signal),
        }),
      );
      const answers: Promise<{ event: SegmentEvent; recognition: Recognition }>[] = [];
      const stream = voiceStream({
        detector: sileroDetector((input, signal) => speech.run('vad.silero', input, signal)),
        signal: wanted,
        onSegment(event) {
          const reported = answers.at(-1) ?? Promise.resolve();
          answers.push(
            reported.then(async () => ({
              event,
              recognition: await recognise('mic', event.segment, wanted),
            })),
          );
        },
      });
      for (let at = 0; at < sound.length; at += 160) {
        onBlock?.(at / 16);
        stream.push(sound.subarray(at, at + 160), at / 16);
        if (at % 16_000 === 0) await stream.settled();
      }
      await stream.flush();
      return (await Promise.all(answers)).map(({ event, recognition }) => ({
        kind: event.kind,
        startAtMs: event.segment.startAtMs,
        endAtMs: event.segment.endAtMs,
        text:
          recognition.judgement.kind === 'text'
            ? wordsOf(recognition.judgement.text).join(' ')
            : undefined,
        isUnderstood: recognition.judgement.kind !== 'not-understood',
        isReused: recognition.isReused,
      }));
    }
    const finals = (heard: readonly Heard[]) => heard.filter(({ kind }) => kind === 'final');

    test.skipIf(promptsMissing).each(['carlo', 'june', 'russian'] as const)(
      'invents no English for the speech of %s',
      async (narrator) => {
        const turns = turnsOf(narrator, 3, 5_000).map(samplesOf);
        const spoken = turns.flatMap((turn) => [silence(2_000), turn]);
        const heard = finals(await hear(joined(...spoken, silence(2_000))));
        expect(heard.length).toBeGreaterThanOrEqual(3);
        const unread = heard.filter(({ isUnderstood }) => !isUnderstood);
        expect(unread).toEqual(heard);
      },
    );

    test('writes down what was said and when, once', async () => {
      const room = (ms: number) => noise(ms, 0.001);
      const first = prompt('cannot-complete-as-dialed');
      const second = prompt('check-number-dial-again');
      const heard = await hear(joined(room(3_000), first, room(3_000), second, room(3_000)));
      expect(heard.map(({ kind, text, isReused }) => [kind, text, isReused])).toEqual([
        ['provisional', 'your call cannot be completed as dialed', false],
        ['final', 'your call cannot be completed as dialed', true],
        ['provisional', 'please check the number and dial again', false],
        ['final', 'please check the number and dial again', true],
      ]);
      const secondAtMs = 6_000 + first.length / 16;
      expect(finals(heard)[0]?.startAtMs).toBeGreaterThan(1_900);
      expect(finals(heard)[0]?.startAtMs).toBeLessThan(3_000);
      expect(finals(heard)[1]?.startAtMs).toBeGreaterThan(secondAtMs - 1_100);
      expect(finals(heard)[1]?.startAtMs).toBeLessThan(secondAtMs);
    });

    test('understands answers of a word or two', async () => {
      const names = ['auth-thankyou', 'please-try-again', 'hello-world', 'activated'];
      const sound = names.flatMap((name) => [noise(2_500, 0.001), prompt(name)]);
      const heard = finals(await hear(joined(...sound, noise(2_500, 0.001))));
      expect(heard.map(({ text }) => text)).toEqual([
        'thank you',
        'please try again',
        'hello world',
        'activated',
      ]);
    });

    test.each([
      ['silence', () => silence(20_000)],
      [
        'hiss that comes and goes',
        () => joined(...[0.01, 0.1, 0.02, 0.2].map((l) => noise(5_000, l))),
      ],
      ['a fan', () => noise(20_000, 0.9, 0.98)],
      ['music', () => music(20_000)],
      [
        'beeps',
        () => joined(...Array.from({ length: 8 }, () => [prompt('beep'), silence(900)]).flat()),
      ],
    ])('writes nothing for %s', async (_, sound) => {
      expect((await hear(sound())).filter(({ text }) => text !== undefined)).toEqual([]);
    });

    test('hears a person in a noisy room', async () => {
      const sound = joined(silence(2_000), prompt('auth-incorrect'), silence(2_500));
      const hiss = noise(sound.length / 16, 0.01, 0, 7);
      const mixed = sound.map((sample, i) => sample + (hiss[i] ?? 0));
      expect(finals(await hear(mixed))[0]?.text).toMatch(/enter your password/);
    });

    test('understands a person who is far away', async () => {
      const said = prompt('check-number-dial-again');
      const power = said.reduce((sum, sample) => sum + sample ** 2, 0) / said.length;
      const quiet = (10 ** (-48 / 20) * 32_768) / Math.sqrt(power);
      const distant = said.map((sample) => Math.round(sample * quiet));
      const heard = finals(await hear(joined(silence(3_000), distant, silence(3_000))));
      expect(heard.map(({ text }) => text)).toEqual(['please check the number and dial again']);
    });

    test('loses no sentence when the process is killed while it listens and writes', async () => {
      const sound = joined(
        silence(1_000),
        prompt('cannot-complete-as-dialed'),
        silence(2_500),
        prompt('check-number-dial-again'),
        silence(2_500),
        prompt('all-circuits-busy-now'),
        silence(2_500),
      );
      const crashes = speech.crashes();
      const heard = await hear(sound, (atMs) => {
        const pid = speech.pid();
        if ((atMs === 2_000 || atMs === 8_000) && pid !== undefined) process.kill(pid, 'SIGKILL');
      });
      expect(speech.crashes()).toBeGreaterThan(crashes);
      expect(finals(heard).map(({ text }) => text)).toEqual([
        'your call cannot be completed as dialed',
        'please check the number and dial again',
        'all circuits are busy now',
      ]);
    });

    test('understands another speaker, one phrase at a time', async () => {
      const names = ['Front_Center', 'Rear_Left'].map((n) => `/usr/share/sounds/alsa/${n}.wav`);
      const sound = names.flatMap((name) => [silence(2_500), readWav(name)]);
      const heard = finals(await hear(joined(...sound, silence(2_500))));
      expect(heard.map(({ text }) => text)).toEqual(['front center', 'rear left']);
    });
  },
);
