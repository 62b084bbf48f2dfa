/**
 * Pipes that were written for other servers: a prompt in a `pipe.md`, or a project with a `pipe.json`. They are shown with what they
 * say about themselves, so that nobody looks for them in vain, but there is nothing in them that this service runs.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface ForeignPipe {
  readonly title: string | undefined;
  readonly description: string;
  readonly schedule: string;
  /** What it keeps as its settings. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The prompt; empty when it has none. */
  readonly body: string;
  /** The file as it is. */
  readonly raw: string;
  /** Why it does not run. */
  readonly fault: string;
}

/** These are texts that people write. */
const MOST_BYTES = 256 * 1024;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n((?:[\s\S]*?\n)?)---[ \t]*(?:\r?\n([\s\S]*))?$/;

export async function findForeign(folder: string): Promise<ForeignPipe | undefined> {
  const prompt = await textOf(join(folder, 'pipe.md'));
  if (prompt !== undefined) return fromPrompt(prompt);
  const project = await textOf(join(folder, 'pipe.json'));
  return project === undefined ? undefined : fromProject(project);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= MOST_BYTES ? await readFile(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function fromPrompt(raw: string): ForeignPipe {
  const [, head = '', body = ''] = FRONT_MATTER.exec(raw) ?? ['', '', raw];
  const config = recordOf(() => parse(head));
  return {
    title: wordOf(config.title) ?? wordOf(config.name),
    description: wordOf(config.description) ?? '',
    schedule: wordOf(config.schedule) ?? 'manual',
    config,
    body: body.trim(),
    raw,
    fault:
      'its pipe.md is a prompt for an agent: this service runs pipes in TypeScript or JavaScript',
  };
}

function fromProject(raw: string): ForeignPipe {
  const project = recordOf(() => JSON.parse(raw));
  const fields = Array.isArray(project.fields) ? (project.fields as unknown[]) : [];
  const values = fields.flatMap((field) => {
    const { name, value, default: fallback } = recordOf(() => field);
    return typeof name === 'string' ? [[name, value ?? fallback ?? null]] : [];
  });
  return {
    title: undefined,
    description: wordOf(project.description) ?? '',
    schedule: 'manual',
    config: Object.fromEntries(values),
    body: '',
    raw,
    fault:
      'its pipe.json is that of a project for another server: this service runs pipes with a "hindcast" key in their package.json',
  };
}

/** An empty one for whatever is no object or cannot be read. */
function recordOf(read: () => unknown): Record<string, unknown> {
  try {
    const value = read();
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? { ...value } : {};
  } catch {
    return {};
  }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
