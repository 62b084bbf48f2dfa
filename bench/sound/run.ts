/**
 * npm run bench -- sound [--only words|echo|quiet] [--utterances 20] [--quiet 60] [--warm 60]
 *
 * The whole service as its own process on a private sound server: recordings are played into the loudspeakers and the microphone in real
 * time, and what counts is what `/search` answers. Word errors and latency on recordings with known texts (next to the repository; left
 * out without them), echoes with prompts of Debian packages. CPU and memory are those of the service and all its children. A
 * ratio of 1 or less meets a goal.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '../../test/support/desktop.ts';
import { MIC_FEED, SPEAKERS, startSoundServer } from '../../test/support/sound-server.ts';
import { startDaemon } from '../../test/support/start-daemon.ts';
import { promptFile, readWav } from '../../test/support/wav.ts';
import { useOfTree } from '../screen/process-tree.ts';
import { percentile, print } from '../search/measuring.ts';
import { wordErrors, wordsIn } from '../speech/word-errors.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    utterances: { type: 'string', default: '20' },
    quiet: { type: 'string', default: '60' },
    warm: { type: 'string', default: '60' },
  },
});
const isWanted = (part: string) => flags.only === '' || flags.only === part;
const RECORDINGS = join(import.meta.dirname, '../../../shared/data/speech/audio');
const SETTLED_WITHIN_MS = 60_000;
const UNCHANGED_MS = 2_000;

interface Row {
  transcription: string;
  timestamp: string;
  device_name: string;
  end_time: number;
}

const sound = await startSoundServer();
if (isWanted('echo')) await sound.leak({ delayMs: 180, attenuationDb: 24 });
const daemon = await startDaemon({ args: ['--disable-vision'], env: sound.env });
const get = async <T>(path: string) =>
  (await (await fetch(`${daemon.baseUrl}${path}`)).json()) as T;

async function rows(): Promise<Row[]> {
  const { data } = await get<{ data: { content: Row }[] }>(
    '/search?content_type=audio&limit=1000&order=ascending',
  );
  return data.map(({ content }) => content);
}

async function settled(): Promise<void> {
  // The hang-over of the last sentence, then whatever waits; a busy machine may not even have begun by then.
  await wait(3_000);
  let before = '';
  let sinceMs = Date.now();
  await until(
    'everything to be transcribed',
    async () => {
      const { segments_deferred } = await get<{ segments_deferred: number }>('/audio/metrics');
      const now = JSON.stringify([segments_deferred, await rows()]);
      if (now !== before) sinceMs = Date.now();
      before = now;
      return segments_deferred === 0 && Date.now() - sinceMs > UNCHANGED_MS;
    },
    SETTLED_WITHIN_MS,
  );
}

/** The first sentence loads the models, which happens once in the life of the service. */
async function warm(): Promise<void> {
  const before = cpuSecs();
  await sound.play(promptFile('english', 'vm-opts'), MIC_FEED);
  await until('the first text', async () => (await rows()).length > 0, SETTLED_WITHIN_MS);
  await settled();
  print(`\nthe first sentence, models loaded: ${(cpuSecs() - before).toFixed(1)} s of CPU`);
}

function goal(name: string, value: number, limit: number, unit: string): void {
  const ratio = limit === 0 ? (value === 0 ? '0.00' : 'missed') : (value / limit).toFixed(2);
  print(`  ${name.padEnd(44)} ${value.toFixed(4)} ${unit}, goal ${limit}: ratio ${ratio}`);
}

const cpuSecs = () => useOfTree(daemon.pid).cpuSecs;

/**
 * What streams cost when nobody speaks, hour after hour: the first minute, in which code is compiled and what the start left behind is
 * collected, is not counted. A service without sound runs next to it, because some of it is spent with or without streams.
 */
async function quiet(seconds: number, warmSeconds: number): Promise<void> {
  const deaf = await startDaemon({ args: ['--disable-vision', '--disable-audio'], env: sound.env });
  try {
    await wait(warmSeconds * 1000);
    const spent = () => [cpuSecs(), useOfTree(deaf.pid).cpuSecs] as const;
    const [before, deafBefore] = spent();
    await wait(seconds * 1000);
    const [after, deafAfter] = spent();
    const whole = (after - before) / seconds;
    const idle = (deafAfter - deafBefore) / seconds;
    print(`\ntwo silent streams, ${seconds} s, after ${warmSeconds} s to warm up`);
    print(
      `  service with both / without sound            ${whole.toFixed(4)} / ${idle.toFixed(4)} s per second`,
    );
    goal('CPU per second and stream, all of it', whole / 2, 0.002, 's');
    goal('CPU per second and stream, its own share', (whole - idle) / 2, 0.002, 's');
    goal('rows', (await rows()).length, 0, '');
  } finally {
    await deaf.stop();
  }
}

async function words(): Promise<void> {
  if (!existsSync(RECORDINGS)) {
    print(`\nword errors: left out, there is no folder ${RECORDINGS}`);
    return;
  }
  const texts = JSON.parse(readFileSync(join(RECORDINGS, 'refs.json'), 'utf8')) as Record<
    string,
    string
  >;
  print('\nrecordings with known texts, played into the loudspeakers, both streams open');
  let [asked, errors, seconds] = [0, 0, 0];
  const before = cpuSecs();
  for (const name of ['jfk', 'two_cities_16k']) {
    const known = (await rows()).length;
    await sound.play(join(RECORDINGS, `${name}.wav`), SPEAKERS);
    await settled();
    const said = (await rows()).slice(known).map(({ transcription }) => transcription);
    const truth = wordsIn(texts[name] ?? texts[name.replace('_16k', '')] ?? '');
    const wrong = wordErrors(truth, wordsIn(said.join(' ')));
    asked += truth.length;
    errors += wrong;
    seconds += readWav(join(RECORDINGS, `${name}.wav`)).length / 16_000;
    print(`  ${name.padEnd(18)} ${truth.length} words, ${wrong} wrong`);
  }
  goal('word errors', (100 * errors) / asked, 8, '%');
  goal('CPU per second of speech', (cpuSecs() - before) / seconds, 0.15, 's');
}

/** From the last sound of a sentence to text that the search finds, and to its final form. */
async function latency(): Promise<void> {
  const names = [
    'vm-newuser',
    'vm-opts',
    'demo-enterkeywords',
    'vm-instructions',
    'dir-instr',
    'queue-youarenext',
    'ss-noservice',
    'vm-record-prepend',
  ];
  const first: number[] = [];
  const last: number[] = [];
  const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/ws/events`);
  let onText: (isFinal: boolean) => void = () => {};
  socket.addEventListener('message', ({ data }) => {
    const { name, data: event } = JSON.parse(String(data)) as {
      name: string;
      data: { is_final: boolean };
    };
    if (name === 'transcription') onText(event.is_final);
  });
  await until('the stream', () => socket.readyState === WebSocket.OPEN);
  for (const name of names) {
    const file = promptFile('english', name);
    const samples = readWav(file);
    // The prompts end in silence, which is no part of the sentence.
    const lastLoud = samples.findLastIndex((value) => Math.abs(value) > 0.02);
    const spokenMs = (lastLoud / 16_000) * 1000;
    const final = Promise.withResolvers<number>();
    const early = Promise.withResolvers<number>();
    onText = (isFinal) => {
      const atMs = performance.now();
      early.resolve(atMs);
      if (isFinal) final.resolve(atMs);
    };
    const fromMs = performance.now();
    await sound.play(file, MIC_FEED);
    const endMs = fromMs + spokenMs;
    const limit = wait(20_000, undefined);
    const [a, b] = await Promise.all([
      Promise.race([early.promise, limit]),
      Promise.race([final.promise, limit]),
    ]);
    if (a !== undefined) first.push(a - endMs);
    if (b !== undefined) last.push(b - endMs);
    await wait(2_000);
  }
  socket.close();
  print(
    `\nend of speech to text in the store, ${first.length} and ${last.length} of ${names.length} sentences (the start of the player is in it)`,
  );
  goal('provisional p95', percentile(first, 0.95) / 1000, 2, 's');
  goal('final p95', percentile(last, 0.95) / 1000, 4, 's');
}

async function echo(count: number): Promise<void> {
  const english = [
    'vm-opts',
    'vm-instructions',
    'dir-instr',
    'queue-youarenext',
    'ss-noservice',
    'demo-enterkeywords',
    'vm-record-prepend',
    'demo-thanks',
    'vm-forwardoptions',
    'agent-incorrect',
  ];
  const local = [
    'vm-rec-busy',
    'vm-rec-temp',
    'vm-intro',
    'vm-nobox',
    'vm-saveoper',
    'pbx-invalidpark',
    'vm-tmpexists',
    'auth-incorrect',
    'vm-mailboxfull',
    'confbridge-pin',
  ];
  // The canceller has to hear the room first.
  await sound.play(promptFile('english', 'demo-moreinfo'), SPEAKERS);
  await settled();
  const known = new Set((await rows()).map(({ timestamp }) => timestamp));
  const spoken: { atMs: number; endMs: number; isOver: boolean }[] = [];
  for (let i = 0; i < count; i += 1) {
    const played = promptFile('english', english[i % english.length] ?? '');
    const said = promptFile('english', local[i % local.length] ?? '');
    const isOver = i % 2 === 1;
    const playing = sound.play(played, SPEAKERS);
    if (isOver) await wait(1_000);
    else {
      await playing;
      await wait(2_500);
    }
    const atMs = Date.now();
    await sound.play(said, MIC_FEED);
    spoken.push({ atMs, endMs: Date.now(), isOver });
    await playing;
    await wait(3_000);
  }
  await settled();
  const all = (await rows()).filter(({ timestamp }) => !known.has(timestamp));
  const outputs = all.filter(({ device_name }) => device_name.endsWith('(output)'));
  const inputs = all.filter(({ device_name }) => device_name.endsWith('(input)'));
  const overlaps = (row: Row, from: number, to: number) => {
    const start = Date.parse(row.timestamp);
    return start < to && start + row.end_time * 1000 > from;
  };
  const lost = spoken.filter(
    ({ atMs, endMs }) => !inputs.some((row) => overlaps(row, atMs, endMs)),
  );
  // A microphone row at a time when nobody spoke into it can only be the loudspeaker again.
  const duplicates = inputs.filter(
    (row) => !spoken.some(({ atMs, endMs }) => overlaps(row, atMs, endMs)),
  );
  print(
    `\necho: ${count} utterances of the loudspeakers (${outputs.length} rows), ${count} local ones, half of them at the same time`,
  );
  goal('duplicates', duplicates.length, 0, '');
  goal('local utterances lost', lost.length, 0, '');
}

try {
  print(`load average at the start: ${loadavg()[0]?.toFixed(1)}`);
  await until('the microphone', async () => {
    const list = await get<{ state: string }[]>('/audio/list');
    return list.filter(({ state }) => state === 'recording').length >= 2;
  });
  await wait(2_000);
  if (isWanted('quiet')) await quiet(Number(flags.quiet), Number(flags.warm));
  if (isWanted('words')) {
    await warm();
    await words();
    await latency();
  }
  if (isWanted('echo')) await echo(Number(flags.utterances));
  const { residentMb, proportionalMb } = useOfTree(daemon.pid);
  print(
    `\nresident with both streams: ${residentMb.toFixed(0)} MB, shared pages once ${proportionalMb.toFixed(0)}`,
  );
  goal('memory', proportionalMb, 700, 'MB');
} finally {
  await daemon.stop();
  await sound.stop();
}
