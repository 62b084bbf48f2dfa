/**
 * npm run bench -- streams [--events 200] [--minutes 10]
 *
 * The real service with subscribers of `/ws/events`: how long after a frame was stored 100 of them have it, how fast `/health`
 * answers, and whether memory grows while 50 of them listen to five frames a second. `--minutes 0` leaves the last part out.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type RunningDaemon, startDaemon } from '../../test/support/start-daemon.ts';
import { percentile, print } from '../search/measuring.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
  },
});

const HEALTH_CALLS = 500;
const FRAMES_PER_SECOND = 5;
const LOOK_EVERY_MS = 2_000;
/** Of the soak: caches fill and code is compiled. */
const WARM_UP_SHARE = 0.3;
/** What the beginning and the end are compared by. */
const WINDOW_SHARE = 0.2;
const HEADING = '    p50     p95     max';
const WORDS = 'a page of text as people have it on their screens all day '.repeat(20);

interface Subscriber {
  socket: WebSocket;
  /** When each frame arrived, by its number. */
  arrivedMs: Map<number, number>;
  received: () => number;
}

async function subscribe(daemon: RunningDaemon): Promise<Subscriber> {
  const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/ws/events`);
  const arrivedMs = new Map<number, number>();
  let received = 0;
  socket.addEventListener('message', ({ data }) => {
    const nowMs = performance.now();
    const number = /frame number (\d+) /.exec(String(data))?.[1];
    if (number === undefined) return;
    received += 1;
    if (!arrivedMs.has(Number(number))) arrivedMs.set(Number(number), nowMs);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('a subscriber was refused')));
  });
  return { socket, arrivedMs, received: () => received };
}

async function addFrame(daemon: RunningDaemon, number: number): Promise<void> {
  const data = {
    timestamp: new Date().toISOString(),
    ocr_results: [{ text: `frame number ${number} ${WORDS}` }],
  };
  const reply = await fetch(`${daemon.baseUrl}/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_name: 'monitor_1', content: { content_type: 'frames', data } }),
  });
  if (!reply.ok) throw new Error(`/add answered ${await reply.text()}`);
  await reply.arrayBuffer();
}

const figures = (values: readonly number[]) =>
  [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1).padStart(7)).join(' ');

async function measureEvents(daemon: RunningDaemon, count: number): Promise<void> {
  const subscribers = await Promise.all(Array.from({ length: 100 }, () => subscribe(daemon)));
  const fromSending: number[] = [];
  const afterAnswer: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const sentMs = performance.now();
    await addFrame(daemon, number);
    const answeredMs = performance.now();
    while (subscribers.some(({ arrivedMs }) => !arrivedMs.has(number))) await sleep(1);
    for (const { arrivedMs } of subscribers) {
      const atMs = arrivedMs.get(number) ?? Number.POSITIVE_INFINITY;
      fromSending.push(atMs - sentMs);
      afterAnswer.push(Math.max(0, atMs - answeredMs));
    }
    await sleep(20);
  }
  print(`${`${count} frames to 100 subscribers, ms:`.padEnd(52)}${HEADING}`);
  print(`  from POST /add to the subscriber (store included) ${figures(fromSending)}`);
  print(`  after the answer that it is stored                ${figures(afterAnswer)}`);
  for (const { socket } of subscribers) socket.close();
}

async function measureHealth(daemon: RunningDaemon): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < HEALTH_CALLS; i += 1) {
    const fromMs = performance.now();
    await (await fetch(`${daemon.baseUrl}/health`)).arrayBuffer();
    times.push(performance.now() - fromMs);
  }
  print(`${`GET /health, ${HEALTH_CALLS} calls, ms:`.padEnd(52)}${HEADING}`);
  print(`${''.padEnd(52)}${figures(times)}`);
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function soak(daemon: RunningDaemon, minutes: number): Promise<void> {
  const subscribers = await Promise.all(Array.from({ length: 50 }, () => subscribe(daemon)));
  const memory: number[] = [];
  const endMs = performance.now() + minutes * 60_000;
  let sent = 0;
  let lookAtMs = performance.now();
  let nextMs = performance.now();
  while (performance.now() < endMs) {
    await addFrame(daemon, 1_000_000 + sent);
    sent += 1;
    if (performance.now() >= lookAtMs) {
      memory.push(residentMb(daemon.pid));
      lookAtMs += LOOK_EVERY_MS;
      // Or the bench itself would be what grows.
      for (const { arrivedMs } of subscribers) arrivedMs.clear();
    }
    nextMs += 1000 / FRAMES_PER_SECOND;
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  await sleep(1_000);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const width = Math.max(1, Math.round(memory.length * WINDOW_SHARE));
  const warm = Math.round(memory.length * WARM_UP_SHARE);
  const before = mean(memory.slice(warm, warm + width));
  const after = mean(memory.slice(-width));
  const growth = ((after - before) / before) * 100;
  const received = subscribers.reduce((sum, subscriber) => sum + subscriber.received(), 0);
  print(`soak of ${minutes} min: ${sent} frames, ${received} of ${sent * 50} events arrived`);
  print(
    `  resident ${before.toFixed(0)} MB after warm-up, ${after.toFixed(0)} MB at the end (${growth.toFixed(1)} %; at most 5 %)`,
  );
  for (const { socket } of subscribers) socket.close();
}

const daemon = await startDaemon({ args: ['--disable-vision', '--disable-audio'] });
try {
  await measureEvents(daemon, Number(flags.events));
  await measureHealth(daemon);
  if (Number(flags.minutes) > 0) await soak(daemon, Number(flags.minutes));
} finally {
  await daemon.stop();
}
