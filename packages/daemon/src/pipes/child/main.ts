/**
 * Entry of the process of one run. It closes what the runtime's permission model leaves open, loads the pipe, hands it its context,
 * runs it once and says how it went. It ends when the channel to the host does, so it never outlives the service.
 */
import { Socket } from 'node:net';
import type { Pipe, PipeResult } from '@hindcast/pipe-sdk';
import { encode, type FromChild, messageReader, type ToChild } from '../run/protocol.ts';
import { makeContext } from './context.ts';
import { lockDown } from './lock-down.ts';
import { logTeller } from './log-teller.ts';

const CHANNEL_FD = 3;
/** Answers can hold images and long lists. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

const channel = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
channel.on('error', () => process.exit(1));
channel.on('close', () => process.exit(1));

const tell = (message: FromChild) => channel.write(encode(message));
const log = logTeller(tell, () => channel.writableLength);
const context = makeContext((message) =>
  message.kind === 'log' ? log.tell(message) : tell(message),
);

function end(message: FromChild, code: number): void {
  log.tellLeftOut();
  // Whatever the pipe has left running goes with the process.
  channel.write(encode(message), () => process.exit(code));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.on('uncaughtException', (error) => end({ kind: 'failed', message: reasonOf(error) }, 1));
process.on('unhandledRejection', (error) => end({ kind: 'failed', message: reasonOf(error) }, 1));

async function run(begin: Extract<ToChild, { kind: 'begin' }>): Promise<void> {
  const module = (await import(begin.entry)) as { default?: Partial<Pipe> };
  const pipe = module.default;
  if (typeof pipe?.process !== 'function') {
    throw new TypeError('the module does not export a pipe: export default definePipe({ … })');
  }
  const ctx = context.open(begin);
  await pipe.init?.(begin.config, ctx);
  const result = (await pipe.process(begin.data, ctx)) as PipeResult;
  end({ kind: 'done', ...resultOf(result) }, 0);
}

function resultOf(result: PipeResult): { itemsProcessed?: number; message?: string } {
  if (typeof result === 'number') return isCount(result) ? { itemsProcessed: result } : {};
  if (typeof result !== 'object' || result === null) return {};
  const { itemsProcessed, message } = result;
  return {
    ...(isCount(itemsProcessed) ? { itemsProcessed } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

const read = messageReader(MOST_ANSWER_BYTES);
channel.on('data', (piece: Buffer) => {
  for (const message of read(piece) as Iterable<ToChild>) {
    if (message.kind === 'begin') {
      run(message).catch((error) => end({ kind: 'failed', message: reasonOf(error) }, 1));
    } else context.receive(message);
  }
});

lockDown(channel);
tell({ kind: 'ready' });
