/**
 * Invented rooms for tests and benches: what a loudspeaker plays leaks into a microphone, delayed, quieter, reverberant, distorted, and
 * on its own clock, next to a person who really speaks. The speech is recorded; the room is a tail of sparse random
 * reflections behind the direct sound. Everything follows from the seed.
 */
import { stretch } from '../../../../../../test/support/wav.ts';

const RATE = 16_000;
export const SCENE_SECONDS = 25;
const REFLECTIONS_PER_SECOND = 1_500;

export type SceneKind =
  /** Only the loudspeaker speaks. */
  | 'echo'
  | 'local'
  /** Both speak, nothing leaks. */
  | 'headset'
  | 'turns'
  /** Both at once. */
  | 'double'
  /** Music leaks while the person speaks. */
  | 'music'
  /** The person repeats what was just played. */
  | 'repeat';

export const SCENE_KINDS: readonly SceneKind[] = [
  'echo',
  'local',
  'headset',
  'turns',
  'double',
  'music',
  'repeat',
];

export interface Scene {
  readonly kind: SceneKind;
  readonly monitor: Float32Array;
  readonly microphone: Float32Array;
  /** What is in the microphone, apart. */
  readonly local: Float32Array;
  readonly echo: Float32Array;
  readonly delayMs: number;
}

export interface Random {
  /** 0 to 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
}

export function random(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick(list) {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}

export interface Voices {
  /** An utterance for the loudspeaker, and one for the person. */
  far(): Float32Array;
  near(): Float32Array;
}

export function makeScene(
  kind: SceneKind,
  dice: Random,
  voices: Voices,
  seconds = SCENE_SECONDS,
): Scene {
  const length = seconds * RATE;
  const { monitor, near } = tracks(kind, dice, voices, length);
  const delayMs = dice.between(20, 400);
  const attenuationDb = dice.between(6, 30);
  const ppm = dice.between(-100, 100);
  const noise = decibels(dice.between(-75, -52));
  const played = throughLoudspeaker(monitor, dice);
  const heard = throughRoom(played, roomTail(dice, dice.between(0.15, 0.7), dice.between(-3, 10)));
  const gain =
    kind === 'headset' ? 0 : (decibels(-attenuationDb) * rms(monitor)) / (rms(heard) + 1e-9);
  const delayed = new Float32Array(length);
  const delay = Math.round((delayMs / 1000) * RATE);
  for (let index = delay; index < length; index += 1)
    delayed[index] = (heard[index - delay] ?? 0) * gain;
  const echo = new Float32Array(length);
  echo.set(stretch(delayed, 1 + ppm * 1e-6).subarray(0, length));
  const local = throughRoom(near, roomTail(dice, dice.between(0.1, 0.4), dice.between(3, 12)));
  const microphone = new Float32Array(length);
  let rumble = 0;
  for (let index = 0; index < length; index += 1) {
    rumble = 0.9 * rumble + 0.43 * gauss(dice);
    const sum = (echo[index] ?? 0) + (local[index] ?? 0) + noise * rumble;
    microphone[index] = Math.max(-1, Math.min(1, sum));
  }
  return { kind, monitor, microphone, local, echo, delayMs };
}

function tracks(kind: SceneKind, dice: Random, voices: Voices, length: number) {
  const monitor = new Float32Array(length);
  const near = new Float32Array(length);
  const nearBase = dice.between(-36, -26);
  const farDb = () => dice.between(-29, -23);
  const nearDb = () => nearBase + dice.between(-3, 3);
  switch (kind) {
    case 'echo':
      fill(monitor, voices.far, dice, [0.4, 2], farDb);
      break;
    case 'local':
      fill(near, voices.near, dice, [0.4, 2], nearDb);
      break;
    case 'headset':
    case 'double':
      fill(monitor, voices.far, dice, [0.2, 1], farDb);
      fill(near, voices.near, dice, [0.4, 2.5], nearDb, dice.between(0, 3));
      break;
    case 'music':
      mix(monitor, atLevel(tune(length, dice), farDb() + 4), 0);
      fill(near, voices.near, dice, [1, 4], nearDb);
      break;
    case 'turns':
    case 'repeat':
      takeTurns(
        monitor,
        near,
        dice,
        (said) => {
          const played = atLevel(voices.far(), farDb());
          const answer =
            said === 'other' ? voices.near() : stretch(played, dice.pick([0.88, 1.14]));
          return [played, atLevel(answer, nearDb())];
        },
        kind === 'repeat' ? 'same' : 'other',
      );
      break;
  }
  return { monitor, near };
}

function takeTurns(
  monitor: Float32Array,
  near: Float32Array,
  dice: Random,
  exchange: (said: 'same' | 'other') => [Float32Array, Float32Array],
  said: 'same' | 'other',
): void {
  let at = Math.floor(dice.between(0.3, 1) * RATE);
  while (at < monitor.length - RATE) {
    const [first, second] = exchange(said);
    mix(monitor, first, at);
    at += first.length + Math.floor(dice.between(0.2, 1) * RATE);
    if (at > monitor.length - RATE) break;
    mix(near, second, at);
    at += second.length + Math.floor(dice.between(0.2, 1) * RATE);
  }
}

function fill(
  track: Float32Array,
  utterance: () => Float32Array,
  dice: Random,
  [shortest, longest]: readonly [number, number],
  level: () => number,
  startSeconds = 0,
): void {
  let at = Math.floor((startSeconds + dice.between(0.3, 1.2)) * RATE);
  while (at < track.length - RATE) {
    const sound = atLevel(utterance(), level());
    mix(track, sound, at);
    at += sound.length + Math.floor(dice.between(shortest, longest) * RATE);
  }
}

/** Soft clipping in a third of the loudspeakers, and no bass in any. */
function throughLoudspeaker(sound: Float32Array, dice: Random): Float32Array {
  const drive = dice.next() < 0.3 ? dice.between(2, 6) : 0;
  let low = 0;
  return sound.map((value) => {
    const pressed = drive > 0 ? Math.tanh(value * drive) / drive : value;
    low += 0.07 * (pressed - low);
    return pressed - low;
  });
}

interface Reflection {
  readonly at: number;
  readonly gain: number;
}

/** Decays by 60 dB in `rt60` seconds; the direct sound is `directDb` above all reflections together. */
function roomTail(dice: Random, rt60: number, directDb: number): Reflection[] {
  const count = Math.round(rt60 * REFLECTIONS_PER_SECOND);
  const tail = Array.from({ length: count }, () => {
    const seconds = dice.between(0.002, rt60);
    const sign = dice.next() < 0.5 ? -1 : 1;
    return { at: Math.round(seconds * RATE), gain: sign * 10 ** ((-3 * seconds) / rt60) };
  });
  const power = tail.reduce((sum, { gain }) => sum + gain * gain, 0);
  const scale = Math.sqrt(10 ** (-directDb / 10) / (power + 1e-12));
  return [{ at: 0, gain: 1 }, ...tail.map(({ at, gain }) => ({ at, gain: gain * scale }))];
}

function throughRoom(sound: Float32Array, tail: readonly Reflection[]): Float32Array {
  const out = new Float32Array(sound.length);
  for (const { at, gain } of tail) {
    for (let index = at; index < out.length; index += 1) {
      out[index] = (out[index] ?? 0) + gain * (sound[index - at] ?? 0);
    }
  }
  return out;
}

/** Chords, a melody and a beat: nothing that anybody would want to hear twice. */
function tune(length: number, dice: Random): Float32Array {
  const out = new Float32Array(length);
  const beat = Math.round(RATE * dice.between(0.22, 0.4));
  const root = dice.between(110, 220);
  const scale = [0, 2, 4, 5, 7, 9, 11, 12];
  for (let at = 0; at < length; at += beat) {
    const notes = [
      dice.pick(scale),
      dice.pick(scale) + 12,
      (at / beat) % 4 === 0 ? dice.pick(scale) - 12 : -99,
    ];
    for (const note of notes) {
      if (note > -50) pluck(out, at, root * 2 ** (note / 12), beat * 2);
    }
    for (let index = 0; index < 800 && at + index < length; index += 1) {
      out[at + index] = (out[at + index] ?? 0) + 0.3 * gauss(dice) * Math.exp(-index / 150);
    }
  }
  return out;
}

function pluck(out: Float32Array, at: number, hertz: number, length: number): void {
  for (let index = 0; index < length && at + index < out.length; index += 1) {
    const phase = (2 * Math.PI * hertz * index) / RATE;
    const wave = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
    out[at + index] = (out[at + index] ?? 0) + wave * Math.exp((-4 * index) / length);
  }
}

function mix(track: Float32Array, sound: Float32Array, at: number): void {
  for (let index = 0; index < sound.length && at + index < track.length; index += 1) {
    track[at + index] = (track[at + index] ?? 0) + (sound[index] ?? 0);
  }
}

/** Sets the level of the active part: frames within 25 dB of the loudest. */
function atLevel(sound: Float32Array, dbfs: number): Float32Array {
  const levels: number[] = [];
  for (let at = 0; at + 320 <= sound.length; at += 320)
    levels.push(rms(sound.subarray(at, at + 320)));
  const loudest = Math.max(...levels, 1e-9);
  const active = levels.filter((level) => level > loudest / 18);
  const power = active.reduce((sum, level) => sum + level * level, 0) / Math.max(1, active.length);
  const gain = decibels(dbfs) / (Math.sqrt(power) + 1e-9);
  return sound.map((value) => value * gain);
}

function gauss(dice: Random): number {
  return Math.sqrt(-2 * Math.log(dice.next() + 1e-12)) * Math.cos(2 * Math.PI * dice.next());
}

export function rms(sound: Float32Array): number {
  let sum = 0;
  for (const value of sound) sum += value * value;
  return Math.sqrt(sum / Math.max(1, sound.length));
}

function decibels(db: number): number {
  return 10 ** (db / 20);
}
