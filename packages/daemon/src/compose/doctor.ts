/**
 * What this machine offers, for `hindcast doctor`: which desktop it is, whether its pictures can be had, who reads text,
 * whether programs can be asked for theirs, and which walls stand around pipes. Nothing here is a fault of the data folder: what is missing comes with what to do.
 */
import { findAtspiBus } from '#capture/accessibility/atspi-bus.ts';
import { closeSources } from '#capture/recorder/recorder.ts';
import { chooseDesktop, type Machine } from '#capture/sources.ts';
import { LANGUAGE_NOTICE, schema } from '#config/schema.ts';
import { ServiceError } from '#core/errors.ts';
import { openOcr } from '#extract/ocr/ocr.ts';
import { findWalls } from '#pipes/walls/walls.ts';
import type { Install } from '../install/install-kind.ts';
import { serviceState } from '../install/login-start.ts';

export interface ScreenFinding {
  readonly check: 'desktop' | 'screen' | 'choice' | 'text' | 'programs';
  /** False when the service goes without it, or with something worse. */
  readonly isOk: boolean;
  readonly detail: string;
}

export interface InstallFinding {
  readonly check: 'install' | 'update' | 'versions' | 'service';
  readonly isOk: boolean;
  readonly detail: string;
}

export interface PipesFinding {
  readonly check: 'pipes';
  readonly isOk: boolean;
  readonly detail: string;
}

const BUS_ANSWERS_WITHIN_MS = 3_000;

export async function examineScreen(options: {
  machine: Machine;
  /** The setting `vision.language`, which has no effect any more. */
  language: string;
  nowMs: () => number;
  open?: () => Promise<{ close(): Promise<void> }>;
}): Promise<ScreenFinding[]> {
  const { machine, language, nowMs, open = openOcr } = options;
  const { name, reason } = chooseDesktop(machine);
  return [
    { check: 'desktop', isOk: name !== 'none', detail: `${name}: ${reason}` },
    ...(await screenFindings(machine, nowMs)),
    await textFinding(open, language),
    await programsFinding(machine),
  ];
}

/** Which installation this is, of what it is made, how it is started, and how it gets newer. Asks nothing over the network. */
export async function examineInstall(options: {
  install: Install;
  productVersion: string;
  env: NodeJS.ProcessEnv;
}): Promise<InstallFinding[]> {
  const { kind, root, update } = options.install;
  const service = await serviceState(options.env);
  return [
    { check: 'install', isOk: true, detail: `${INSTALL_NAMES[kind]}, in ${root}` },
    { check: 'update', isOk: true, detail: update },
    await versionsFinding(options.productVersion),
    { check: 'service', isOk: service.isOk, detail: service.text },
  ];
}

const INSTALL_NAMES: Readonly<Record<Install['kind'], string>> = {
  source: 'from source',
  npm: 'npm package',
  npx: 'npx, in a folder that npm may remove at any time',
  debian: 'Debian package',
};

async function versionsFinding(productVersion: string): Promise<InstallFinding> {
  const own = [`Hindcast ${productVersion}`, `Node ${process.versions.node}`];
  try {
    const { default: sharp } = await import('sharp');
    const { builtInSqliteVersion } = await import('#store/kernel/database.ts');
    const { env } = await import('onnxruntime-node');
    const { sharp: pictures, vips } = sharp.versions;
    const parts = [`SQLite ${builtInSqliteVersion()}`, `sharp ${pictures} (libvips ${vips})`];
    const networks = `onnxruntime ${env.versions.node ?? env.versions.common}`;
    return { check: 'versions', isOk: true, detail: [...own, ...parts, networks].join(', ') };
  } catch (error) {
    const detail = `${own.join(', ')}; a part cannot be loaded: ${messageOf(error)}. Install Hindcast again.`;
    return { check: 'versions', isOk: false, detail };
  }
}

/** One for each wall around pipes. */
export async function examinePipes(): Promise<PipesFinding[]> {
  try {
    const { list } = await findWalls();
    return list.map(({ stands, detail }) => ({ check: 'pipes', isOk: stands, detail }));
  } catch (error) {
    return [{ check: 'pipes', isOk: false, detail: `pipes cannot run: ${messageOf(error)}` }];
  }
}

/** By which way the screen is seen, and why by this one. */
async function screenFindings(machine: Machine, nowMs: () => number): Promise<ScreenFinding[]> {
  const { env } = machine;
  // Without the bus: opening it would tell every program to describe itself from now on.
  const withoutBus = { ...machine, env: { ...env, DBUS_SESSION_BUS_ADDRESS: undefined } };
  try {
    const isWayland = chooseDesktop(machine).name === 'wayland';
    const opened = await chooseDesktop(isWayland ? machine : withoutBus).open(nowMs, 'doctor');
    if (opened.kind !== 'open') return noScreen(opened.message);
    const { screen } = opened.sources;
    try {
      const monitors = await screen.listMonitors();
      const list = monitors.map((each) => `${each.name} ${each.width}x${each.height}`);
      const shown = list.length === 0 ? 'no monitor is on' : list.join(', ');
      const detail = `through ${screen.name}: ${shown}`;
      const because = opened.because ?? 'there is only this way on this desktop';
      return [
        { check: 'screen', isOk: list.length > 0, detail },
        { check: 'choice', isOk: true, detail: because },
      ];
    } finally {
      closeSources(opened.sources);
    }
  } catch (error) {
    return noScreen(messageOf(error));
  }
}

function noScreen(detail: string): ScreenFinding[] {
  return [
    { check: 'screen', isOk: false, detail },
    { check: 'choice', isOk: false, detail: 'none: no way to see the screen works now' },
  ];
}

async function textFinding(
  open: () => Promise<{ close(): Promise<void> }>,
  language: string,
): Promise<ScreenFinding> {
  try {
    await (await open()).close();
    const notice = language === schema['vision.language'].fallback ? '' : `; ${LANGUAGE_NOTICE}`;
    return { check: 'text', isOk: true, detail: `read in every script that is known${notice}` };
  } catch (error) {
    return { check: 'text', isOk: false, detail: messageOf(error) };
  }
}

async function programsFinding({ platform, env }: Machine): Promise<ScreenFinding> {
  const missing = (why: string): ScreenFinding => ({
    check: 'programs',
    isOk: false,
    detail: `${why}; text is read from pictures only`,
  });
  if (platform !== 'linux') return missing('programs are not asked for their text here yet');
  const bus = env.DBUS_SESSION_BUS_ADDRESS;
  if (!bus) return missing('there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set');
  try {
    await findAtspiBus(bus, BUS_ANSWERS_WITHIN_MS);
    return { check: 'programs', isOk: true, detail: 'the accessibility bus answers' };
  } catch (error) {
    return missing(
      `the accessibility bus does not answer (${messageOf(error)}): install at-spi2-core`,
    );
  }
}

function messageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const hint = error instanceof ServiceError ? error.hint : undefined;
  return hint === undefined ? message : `${message}. ${hint}`;
}
