/** `hindcast status`: whether the service runs, what it holds, and what to do when something is wrong. */
import { type Coverage, type Health, HindcastError } from '@hindcast/client';
import { Command } from 'commander';
import {
  clientOf,
  findServiceFolder,
  howToStart,
  type Service,
  type WhereOptions,
} from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';
import { folderSize } from '../../folder-size.ts';
import { coverageLine } from '../../output/coverage-line.ts';
import { offloadLine } from '../../output/offload-line.ts';
import { localTime } from '../../output/results.ts';
import { printable, styleFor } from '../../output/terminal.ts';

const PATIENCE_MS = 10_000;

interface Status {
  running: boolean;
  url: string;
  port: number;
  pid: number | null;
  data_dir: string;
  data_size_bytes: number;
  /** False when counting was cut short: there is more than `data_size_bytes`. */
  data_size_exact: boolean;
  frames: number | null;
  audio_transcriptions: number | null;
  last_capture: string | null;
  health: Health | null;
  /** Of the last 24 hours. */
  coverage: Coverage | null;
}

export function statusCommand(): Command {
  return new Command('status')
    .summary('show whether the service runs and what it holds')
    .description(
      'Shows whether the service runs, what it holds, and what to do when something is wrong.',
    )
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast status',
        '  $ hindcast status --json',
        '',
        'Exit code: 0 when the service runs (healthy or not), 2 when the folder does not exist, 3 when no service runs.',
      ].join('\n'),
    )
    .action(async (options: WhereOptions & { json?: true }) => {
      const status = await readStatus(await findServiceFolder(options), options);
      console.log(options.json ? JSON.stringify(status, undefined, 2) : statusText(status));
      process.exitCode = status.running ? EXIT.ok : EXIT.notRunning;
    });
}

async function readStatus(service: Service, { port }: WhereOptions): Promise<Status> {
  const { url } = service;
  const client = clientOf(service);
  const call = { signal: AbortSignal.timeout(PATIENCE_MS) };
  const health = await client.health(call).catch(undefinedIfUnreachable);
  const reported = health?.data_dir ?? service.dataDir;
  // The service of another folder may answer on the port of the settings.
  const running = health !== undefined && (port !== undefined || reported === service.dataDir);
  const dataDir = running ? reported : service.dataDir;
  const size = await folderSize(dataDir);
  const status: Status = {
    running,
    url,
    port: Number(new URL(url).port),
    pid: running && dataDir === service.dataDir ? (service.pid ?? null) : null,
    data_dir: dataDir,
    data_size_bytes: size.bytes,
    data_size_exact: size.isExact,
    frames: null,
    audio_transcriptions: null,
    last_capture: null,
    health: null,
    coverage: null,
  };
  if (!running) return status;
  const count = async (content_type: string) => {
    try {
      return (await client.search({ content_type, limit: 1 }, call)).pagination.total;
    } catch (error) {
      // Health says so too.
      if (error instanceof HindcastError && error.code === 'VAULT_LOCKED') return null;
      throw error;
    }
  };
  const [coverage, frames, transcriptions] = await Promise.all([
    // A store in trouble, or an older service, has no answer to this.
    client.coverage(call).catch(() => null),
    count('ocr'),
    count('audio'),
  ]);
  return {
    ...status,
    frames,
    audio_transcriptions: transcriptions,
    last_capture: latest(health.last_frame_timestamp, health.last_audio_timestamp),
    health,
    coverage,
  };
}

function undefinedIfUnreachable(error: unknown): undefined {
  if (error instanceof HindcastError && error.code === 'UNREACHABLE') return undefined;
  throw error;
}

/** ISO times of one zone sort as text. */
function latest(...times: (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}

function statusText(status: Status): string {
  const style = styleFor(process.stdout, process.env);
  const size = `${status.data_size_exact ? '' : 'more than '}${inWords(status.data_size_bytes)}`;
  const data = `${status.data_dir} (${size})`;
  if (!status.running) {
    return [
      `${style.bold('Not running')}: no service of this folder answers on ${status.url}.`,
      `Data      ${data}`,
      `Start it with: ${howToStart()}`,
    ].join('\n');
  }
  const { health } = status;
  const owner = status.pid === null ? '' : ` (process ${status.pid})`;
  const lines = [
    `${style.bold('Running')} on ${status.url}${owner}`,
    `Health    ${health?.status}: ${health?.message}`,
    ...(status.frames === null ? [] : contentLines(status)),
    ...(status.coverage ? [`Coverage  ${coverageLine(status.coverage)}`] : []),
    `Data      ${data}`,
    ...(health?.keeper ? [`Role      ${roleText(health.keeper)}`] : []),
    ...(health?.offload && health.offload.state !== 'off'
      ? [`Elsewhere ${offloadLine(health.offload)}`]
      : []),
  ];
  if (health?.verbose_instructions) lines.push(`To do     ${health.verbose_instructions}`);
  return lines.join('\n');
}

function roleText({ role, keepers }: NonNullable<Health['keeper']>): string {
  if (role === 'keeper') return 'keeper: holds everything of all devices';
  const names = keepers.map(
    ({ machine_id, last_seen_at }) =>
      `${printable(machine_id)} (${last_seen_at === null ? 'not seen yet' : `seen ${localTime(last_seen_at)}`})`,
  );
  return `device; keeper: ${names.join(', ') || 'not known yet'}`;
}

function contentLines({ health, frames, audio_transcriptions, last_capture }: Status): string[] {
  return [
    `Screen    ${health?.frame_status}, ${frames} frames`,
    `Audio     ${health?.audio_status}, ${audio_transcriptions} transcriptions`,
    `Latest    ${last_capture === null ? 'nothing captured yet' : localTime(last_capture)}`,
  ];
}

function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
