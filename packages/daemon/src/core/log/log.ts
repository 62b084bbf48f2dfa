/**
 * The log of the service: JSON lines in a file of bounded size, and warnings and errors for a person on stderr. The fields
 * a line may carry are listed here, because a field for captured content (texts, titles, addresses) must not exist.
 */
import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';
import { loggableError } from './loggable-error.ts';
import { rotatingFile } from './rotating-file.ts';

/** Every key a log line may have. Values are ids, counts and names of our own parts, never captured content. */
export interface LogFields {
  /** Which part speaks, such as `capture.screen`; set once with `child`. */
  readonly part?: string;
  readonly frameId?: number;
  readonly chunkId?: number;
  readonly jobId?: number;
  readonly device?: string;
  readonly pipe?: string;
  readonly executionId?: string;
  readonly durationMs?: number;
  readonly count?: number;
  readonly port?: number;
  readonly host?: string;
  /** The route as it was declared (`/frames/:frame_id`), never the address that was asked for. */
  readonly route?: string;
  readonly requestId?: string;
  readonly status?: number;
  /** The stable code of a ServiceError. */
  readonly code?: string;
  readonly state?: string;
  readonly version?: string;
  /** Of an error only what `loggable-error.ts` lets through is written. */
  readonly err?: unknown;
}

/** What parts get: a message is a fixed lower-case phrase, data goes into fields. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  child(fields: LogFields): Log;
}

const ERROR = 50;

function personLine(line: string): string {
  const { level, part, msg, route, err } = JSON.parse(line) as {
    level: number;
    part?: string;
    msg: string;
    route?: string;
    err?: { message?: string; code?: string; type?: string };
  };
  const word = level >= ERROR ? 'error' : 'warning';
  const who = part === undefined ? '' : `${part}: `;
  const cause = err === undefined ? '' : `: ${err.message ?? err.code ?? err.type}`;
  const where = route === undefined ? '' : ` (${route})`;
  return `${word}: ${who}${msg}${cause}${where}\n`;
}

/** Opens the log. `person` gets warnings and errors as plain lines; the file gets everything from `level` on. */
export function openLog(options: {
  file: string;
  level: LogLevel;
  person: { write(line: string): void };
}): Logger {
  const person = { write: (line: string) => options.person.write(personLine(line)) };
  return pino(
    { level: options.level, base: null, serializers: { err: loggableError } },
    pino.multistream([
      { level: 'debug', stream: rotatingFile(options.file) },
      { level: 'warn', stream: person },
    ]),
  );
}

/** For tests and tools that have nobody to tell. */
export const silentLog: Log = pino({ level: 'silent' });
