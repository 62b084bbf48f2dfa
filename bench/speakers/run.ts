/**
 * npm run bench -- speakers [--conversations 14] [--turns 120] [--seed 1] [--shortest 0.7] [--longest 6] [--narrators] [--recordings <folder>]
 *
 * Conversations of six LibriSpeech speakers, their utterances cut into turns of `--shortest` to `--longest` and shuffled, through
 * the bundled model and the clusterer. Prints the share of seconds that got the right speaker, and speakers
 * that do not exist, as an hour of speech would have them; then the same for short turns alone (1 to 3 s). The recordings are not part of the repository. `--narrators` takes the four
 * voices of Debian's telephone prompts instead, three of them women who sound alike.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SpeakerEngine } from '../../packages/daemon/src/extract/speakers/engine.ts';
import { turnsOf } from '../../packages/daemon/src/extract/speakers/prompts.fixture.ts';
import { loadXvector } from '../../packages/daemon/src/extract/speakers/xvector/xvector-engine.ts';
import { decodeAudio } from '../../packages/daemon/src/store/media/audio/opus.ts';
import { print } from '../search/measuring.ts';
import { type Conversation, makeConversations, type Utterance } from './conversations.ts';
import { play, type Score } from './score.ts';

const SPEAKERS = 6;
const NARRATORS = ['allison', 'carlo', 'june', 'russian'] as const;
const NARRATOR_TURNS = 12;
const NARRATOR_TURN_MS = 15_000;
const SHORT_TURNS = { shortestMs: 1_000, longestMs: 3_000 };
const HEAD =
  'conversation  minutes   right  wrong  unknown   right, live  spurious  of turns right';
const GOALS = { rightShare: 95, spuriousAnHour: 5 };

const { values: flags } = parseArgs({
  options: {
    conversations: { type: 'string', default: '14' },
    turns: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    shortest: { type: 'string', default: '0.7' },
    longest: { type: 'string', default: '6' },
    narrators: { type: 'boolean', default: false },
    recordings: {
      type: 'string',
      default: join(
        import.meta.dirname,
        '../../../shared/data/speech/audio/librispeech-test-other',
      ),
    },
  },
});
const RECORDINGS = flags.recordings;

if (flags.narrators || existsSync(RECORDINGS)) await run();
else print(`skipped: no recordings in ${RECORDINGS}`);

async function run(): Promise<void> {
  const utterances = flags.narrators ? narrators() : await librispeech();
  const engine = await loadXvector();
  const wanted = {
    count: Number(flags.conversations),
    speakers: flags.narrators ? NARRATORS.length : SPEAKERS,
    turns: Number(flags.turns),
    seed: Number(flags.seed),
  };
  const lengths = {
    shortestMs: Number(flags.shortest) * 1000,
    longestMs: Number(flags.longest) * 1000,
  };
  print(HEAD);
  const { all, cpuMs } = await measure(
    engine,
    makeConversations(utterances, { ...wanted, ...lengths }),
  );
  const spurious = all.spurious / (all.seconds / 3_600);
  print('');
  goal('seconds right, %', share(all.right, all), GOALS.rightShare, 'at least');
  goal('spurious speakers an hour', spurious, GOALS.spuriousAnHour, 'at most');
  print(`embedding: ${(cpuMs / 1000 / all.seconds).toFixed(4)} s CPU a second of speech`);
  print(`clustering: ${(all.clusteringMs / all.turns).toFixed(2)} ms a turn`);
  print('');
  print('turns of 1 to 3 s');
  print(HEAD);
  await measure(engine, makeConversations(utterances, { ...wanted, ...SHORT_TURNS }));
}

/** Prints a line for each conversation and one for all. */
async function measure(engine: SpeakerEngine, conversations: readonly Conversation[]) {
  const scores: Score[] = [];
  let cpuMs = 0;
  for (const [i, conversation] of conversations.entries()) {
    const cpu = process.cpuUsage();
    const voices = await embedAll(engine, conversation);
    const { user, system } = process.cpuUsage(cpu);
    cpuMs += (user + system) / 1000;
    const score = play(voices);
    scores.push(score);
    print(line(String(i + 1), score));
  }
  const all = totalOf(scores);
  print(line('all', all));
  return { all, cpuMs };
}

async function librispeech(): Promise<Utterance[]> {
  const utterances: Utterance[] = [];
  for (const name of readdirSync(RECORDINGS).filter((file) => file.endsWith('.flac'))) {
    const samples = await decodeAudio(join(RECORDINGS, name));
    utterances.push({ speaker: name.split('-')[0] ?? '', samples });
  }
  return utterances;
}

function narrators(): Utterance[] {
  return NARRATORS.flatMap((speaker) =>
    turnsOf(speaker, NARRATOR_TURNS, NARRATOR_TURN_MS).map((samples) => ({ speaker, samples })),
  );
}

async function embedAll(engine: SpeakerEngine, conversation: Conversation) {
  const voices = [];
  for (const { speaker, samples } of conversation) {
    const embedding = await engine.embed(samples);
    if (embedding) voices.push({ speaker, embedding, durationMs: samples.length / 16 });
  }
  return voices;
}

function totalOf(scores: readonly Score[]): Score {
  const sum = (field: keyof Score) => scores.reduce((total, score) => total + score[field], 0);
  return {
    seconds: sum('seconds'),
    right: sum('right'),
    wrong: sum('wrong'),
    rightLive: sum('rightLive'),
    spurious: sum('spurious'),
    turns: sum('turns'),
    turnsRight: sum('turnsRight'),
    clusteringMs: sum('clusteringMs'),
  };
}

function share(part: number, { seconds }: Score): number {
  return (100 * part) / seconds;
}

function line(name: string, score: Score): string {
  const { right, wrong, seconds, rightLive, spurious, turns, turnsRight } = score;
  const figures = [right, wrong, seconds - right - wrong].map((part) =>
    share(part, score).toFixed(1).padStart(6),
  );
  return [
    name.padEnd(12),
    (seconds / 60).toFixed(1).padStart(8),
    ...figures,
    share(rightLive, score).toFixed(1).padStart(14),
    String(spurious).padStart(9),
    ((100 * turnsRight) / turns).toFixed(1).padStart(15),
  ].join(' ');
}

function goal(name: string, value: number, limit: number, how: 'at least' | 'at most'): void {
  const isMet = how === 'at least' ? value >= limit : value <= limit;
  print(
    `${name.padEnd(28)} ${value.toFixed(1)}, goal ${how} ${limit}: ${isMet ? 'met' : 'NOT MET'}`,
  );
}
