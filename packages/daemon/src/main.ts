/**
 * The process: arguments, settings, the data folder, signals, exit code. What the service is made of stands in `compose/index.ts`, which is
 * loaded only when everything before it went well: its native modules crash on an older Node, and questions such as
 * `--print-config` are answered without waiting for them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Arguments, helpText, readArguments } from '#config/arguments.ts';
import { ConfigError } from '#config/errors.ts';
import { isKeeperWithoutSync, type LoadedConfig, loadConfig } from '#config/load.ts';
import { captureSides } from '#config/mode.ts';
import { configJson, configText } from '#config/print.ts';
import type { Config } from '#config/schema.ts';
import { systemClock } from '#core/clock.ts';
import { ServiceError } from '#core/errors.ts';
import { claimDataFolder, findOwner } from '#core/folders/data-folder.ts';
import { markAsSample } from '#core/folders/sample-folder.ts';
import { askPassphrase, readPassphrase } from '#core/keys/ask-passphrase.ts';
import { isLoopbackAddress } from '#core/listen.ts';
import { returnFreedMemory } from '#core/memory/allocator.ts';
import { keepNoCoreDumps } from '#core/process/no-core-dumps.ts';
import { stopRequest } from '#core/process/stop-request.ts';
import type { StoreKey } from '#store/sealing/store-key.ts';
import type { Vault } from '#store/vault/vault.ts';
import type { Session } from './compose/session.ts';
import type { LockableDaemon } from './compose/vault.ts';
import { welcomeLines } from './compose/welcome.ts';
import { openAgreement } from './install/agreement.ts';
import { findInstall } from './install/install-kind.ts';
import { loginStart } from './install/login-start.ts';
import type { Notifier } from './install/sd-notify.ts';

const NEEDED_NODE_MAJOR = 24;
const STOP_WITHIN_MS = 4_500;

const INSTALL = findInstall();
const MACHINE = { platform: process.platform, env: process.env, exists: existsSync };
const BRINGS_NODE =
  INSTALL.kind === 'source'
    ? '"npm start" brings the right one.'
    : 'Install Hindcast again: a release brings the right one.';

// For a faster start. Next to the packages: whoever can write there could change the code anyway.
const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/hindcast');

const LOOKS_AT_FOLDER: readonly string[] = ['doctor', 'encrypt', 'decrypt', 'backup'];
const EXIT = { ok: 0, failure: 1, usage: 2, folderInUse: 3, storeUnusable: 4 } as const;
const EXIT_BY_CODE: Readonly<Record<string, number>> = {
  CONFIG_INVALID: EXIT.usage,
  DATA_FOLDER_IN_USE: EXIT.folderInUse,
  DATA_FOLDER_UNUSABLE: EXIT.storeUnusable,
  STORE_CORRUPT: EXIT.storeUnusable,
  STORE_TOO_NEW: EXIT.storeUnusable,
  SQLITE_TOO_OLD: EXIT.storeUnusable,
  DISK_FULL: EXIT.storeUnusable,
  VAULT_DAMAGED: EXIT.storeUnusable,
};

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`hindcast: ${line}\n`);
}

async function main(args: readonly string[]): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE_MAJOR) {
    complain(
      `Node ${NEEDED_NODE_MAJOR} or newer is needed, this is ${process.version}. ${BRINGS_NODE}`,
    );
    return EXIT.failure;
  }
  try {
    const asked = readArguments(args);
    const { ask, json, flags } = asked;
    if (ask === 'help') say(helpText(startWithFlags()));
    if (ask === 'version') say(productVersion());
    if (ask === 'help' || ask === 'version') return EXIT.ok;
    // The environment as it was: the service sets its own variables for its children.
    const env = { ...process.env };
    const load = () =>
      loadConfig({
        flags,
        machine: { platform: process.platform, env, exists: existsSync },
        home: homedir(),
      });
    const loaded = load();
    if (ask === 'config') {
      say(
        json ? configJson(loaded, findOwner(loaded.config.dataDir), INSTALL) : configText(loaded),
      );
      return EXIT.ok;
    }
    await keepNoCoreDumps();
    if (ask !== undefined && LOOKS_AT_FOLDER.includes(ask)) refuseMissingFolder(loaded);
    if (ask === 'doctor') return await examine(loaded, asked);
    if (ask === 'encrypt' || ask === 'decrypt') return await convert(loaded, ask);
    if (asked.about !== undefined) return await copyByHand(loaded, asked);
    refuseOpenDoor(loaded);
    refuseIdleKeeper(loaded);
    return await serve(loaded, load, asked);
  } catch (error) {
    return report(error);
  }
}

/** Refuses a mistyped folder, which would look like a new and healthy one. */
function refuseMissingFolder({ config, origins }: LoadedConfig): void {
  if (origins.dataDir.startsWith('default') || existsSync(config.dataDir)) return;
  throw new ConfigError(
    `the data folder ${config.dataDir} does not exist (from ${origins.dataDir})`,
    'Name the folder of your data, or leave --data-dir out.',
  );
}

function refuseIdleKeeper({ config, origins }: LoadedConfig): void {
  if (!isKeeperWithoutSync(config)) return;
  throw new ConfigError(
    `sync.role is keeper (from ${origins['sync.role']}), but sync.url is empty`,
    'Set sync.url to the address of your hub or the path of the shared folder (HINDCAST_SYNC_URL).',
  );
}

const KEEPER_FINDING = {
  check: 'role',
  isOk: true,
  detail: 'keeper: holds everything of all devices and answers for them (sync.role)',
} as const;

async function examine({ config }: LoadedConfig, { json, fix }: Arguments): Promise<number> {
  const { examineStore } = await import('#store/repair/examine.ts');
  const { examineMedia } = await import('#store/repair/examine-media.ts');
  const { examineInstall, examinePipes, examineScreen } = await import('./compose/doctor.ts');
  const { adviceFor, keptFoldersFinding, mendStore, pipeFilesFinding } = await import(
    './commands/repair.ts'
  );
  const key = await keyOf(config);
  if (fix && existsSync(config.dataDir))
    await mendStore(config.dataDir, json ? complain : say, key);
  const findings = [
    ...examineStore(config.dataDir, key),
    ...examineMedia(config.dataDir, systemClock.now(), key),
  ];
  const isKeeper = config['sync.role'] === 'keeper';
  // A keeper without a screen lacks nothing.
  const isScreenless = isKeeper && !captureSides(config, MACHINE).vision;
  const language = config['vision.language'];
  const ofScreen = isScreenless
    ? []
    : await examineScreen({ machine: MACHINE, language, nowMs: () => systemClock.now() });
  const notes = [
    ...(isKeeper ? [KEEPER_FINDING] : []),
    ...(await examineInstall({
      install: INSTALL,
      productVersion: productVersion(),
      env: process.env,
    })),
    keptFoldersFinding(config.dataDir),
    await pipeFilesFinding(config.dataDir),
    ...ofScreen,
    ...(await examinePipes()),
  ];
  if (json) say(JSON.stringify([...findings, ...notes]));
  else {
    const tell = (bad: string, { check, isOk, detail }: (typeof findings)[number]) =>
      say(`${(isOk ? 'ok' : bad).padEnd(6)} ${check.padEnd(10)} ${detail}`);
    for (const finding of findings) tell('FAULT', finding);
    for (const finding of notes) tell('note', finding);
  }
  // A machine that lacks something, or a copy too many, is no damage to what is stored.
  const isHealthy = findings.every(({ isOk }) => isOk);
  if (!isHealthy) complain(adviceFor(config.dataDir, fix));
  return isHealthy ? EXIT.ok : EXIT.storeUnusable;
}

/** Undefined of a store that is not encrypted, or whose passphrase nobody knows now. */
async function keyOf(config: Config): Promise<StoreKey | undefined> {
  const { openVault } = await import('#store/vault/vault.ts');
  const vault = openVault({ dataDir: config.dataDir, clock: systemClock });
  // Not one whose conversion was broken off: to unlock it would be to go on with that.
  if (vault.isSetUp() && !vault.isUnfinished()) {
    const passphrase = await findPassphrase(vault, config);
    if (passphrase !== undefined || vault.isInKeyring()) await vault.unlock(passphrase);
  }
  return vault.secrets()?.key;
}

async function serve(
  loaded: LoadedConfig,
  load: () => LoadedConfig,
  asked: Arguments,
): Promise<number> {
  const { config, mode } = loaded;
  const stopping = stopRequest({
    exitAtOnce: () => process.exit(EXIT.failure),
    followParent: process.env.npm_lifecycle_event !== undefined,
  });
  // Everything kept here is private, whatever the defaults of the account are.
  process.umask(0o077);
  const { claimWithRoom } = await import('#store/media/disk-reserve.ts');
  const folder = await claimWithRoom(config.dataDir);
  let daemon: LockableDaemon | undefined;
  let session: Session | undefined;
  try {
    if (mode.kind === 'replay') markAsSample(config.dataDir);
    // Threads and child processes read the variable, this thread is past that point.
    process.env.NODE_COMPILE_CACHE ||= COMPILE_CACHE;
    enableCompileCache();
    await returnFreedMemory();
    const { openLog } = await import('#core/log/log.ts');
    const log = openLog({
      file: join(config.dataDir, 'logs', 'hindcast.log'),
      level: config.logLevel,
      person: process.stderr,
    });
    // What SQLite puts aside for a moment stays in the folder that nobody else can read.
    process.env.SQLITE_TMPDIR = config.dataDir;
    const { openVault } = await import('#store/vault/vault.ts');
    const vault = openVault({ dataDir: config.dataDir, clock: systemClock });
    const { composeVault } = await import('./compose/vault.ts');
    const agreement = openAgreement({
      file: join(config.dataDir, 'agreement.json'),
      isRequired: mode.kind === 'live' && (INSTALL.kind !== 'source' || asked.askFirst),
      nowMs: () => systemClock.now(),
    });
    if (asked.accept) agreement.give();
    daemon = await composeVault({
      agreement,
      onAgreed: () => session?.agreed(),
      startCommand: INSTALL.startCommand,
      loginStart: loginStart({ home: homedir(), env: process.env, flags: keptFlags(loaded) }),
      vault,
      passphrase: await findPassphrase(vault, config),
      config,
      mode,
      log,
      clock: systemClock,
      machine: { platform: process.platform, env: process.env },
      productVersion: productVersion(),
      loadConfig: load,
    });
    folder.announce(daemon.url);
    log.info({ version: productVersion(), state: mode.kind }, 'service started');
    const welcome = welcomeLines({
      url: daemon.url,
      isLocked: daemon.isLocked(),
      productVersion: productVersion(),
      loaded,
      captured: captureSides(config, MACHINE),
      agreement: agreement.state(),
    });
    for (const line of welcome) say(line);
    const notifier = await reportToManager(daemon.url);
    const { startSession } = await import('./compose/session.ts');
    session = startSession({
      url: daemon.url,
      agreement,
      config,
      env: process.env,
      clock: systemClock,
      log,
      quit: () => process.kill(process.pid, 'SIGTERM'),
    });

    const reason = await stopping;
    limitStop();
    notifier?.stop();
    if (reason.kind === 'fault') log.error({ err: reason.error }, 'unexpected fault, stopping');
    await Promise.all([session?.stop(), daemon.stop()]);
    log.info({}, 'service stopped');
    return reason.kind === 'fault' ? EXIT.failure : EXIT.ok;
  } catch (error) {
    // What runs would keep the process, and the data folder with it, for good.
    limitStop();
    await Promise.all([session?.stop(), daemon?.stop()]);
    const { withWayBack } = await import('./commands/repair.ts');
    throw withWayBack(error, config.dataDir);
  } finally {
    folder.release();
  }
}

function limitStop(): void {
  setTimeout(() => {
    complain('stopping took too long; what was in flight is lost');
    // Not exit(), which waits for threads, even for one that waits for a file system that never answers.
    process.kill(process.pid, 'SIGKILL');
    // A stop that is done in time must not wait for its own limit.
  }, STOP_WITHIN_MS).unref();
}

/** Undefined unless systemd started the service and waits for its reports. */
async function reportToManager(url: string): Promise<Notifier | undefined> {
  if (!process.env.NOTIFY_SOCKET) return undefined;
  const { startNotifier } = await import('./install/sd-notify.ts');
  return startNotifier({ env: process.env, url });
}

/** Those that say which service this is, for one that starts with the session. */
function keptFlags({ config, origins }: LoadedConfig): string[] {
  const isChosen = (key: 'port' | 'dataDir') => origins[key].startsWith('argument');
  return [
    ...(isChosen('port') ? [`--port=${config.port}`] : []),
    ...(isChosen('dataDir') ? [`--data-dir=${config.dataDir}`] : []),
  ];
}

function startWithFlags(): string {
  const { kind, startCommand } = INSTALL;
  return kind === 'source' ? `${startCommand} --` : startCommand;
}

/** From where it is configured, else from the person at the terminal; undefined when it is not needed, or nobody knows it now. */
async function findPassphrase(vault: Vault, config: Config): Promise<string | undefined> {
  const isNew = !vault.isSetUp();
  if (isNew && !config.encrypt) return undefined;
  if (config.passphraseFile !== '') return readPassphrase(config.passphraseFile);
  // The keyring has it, or is to have it.
  if (isNew ? config.keyring : vault.isInKeyring()) return undefined;
  const question = isNew
    ? 'New passphrase for the store (it cannot be replaced when it is lost): '
    : 'Passphrase of the store (Enter: without it): ';
  return askPassphrase({ question, isNew });
}

/** `hindcast encrypt` and `hindcast decrypt` while no service runs. */
async function convert({ config }: LoadedConfig, ask: 'encrypt' | 'decrypt'): Promise<number> {
  process.umask(0o077);
  const folder = await claimDataFolder(config.dataDir);
  try {
    process.env.SQLITE_TMPDIR = config.dataDir;
    const { openVault } = await import('#store/vault/vault.ts');
    const { convertByHand } = await import('./commands/convert.ts');
    const vault = openVault({ dataDir: config.dataDir, clock: systemClock });
    await convertByHand({
      vault,
      ask,
      say,
      isInKeyring: config.keyring,
      passphrase: findPassphrase(vault, { ...config, encrypt: true }),
    });
    return EXIT.ok;
  } finally {
    folder.release();
  }
}

/** `hindcast backup` and `hindcast restore` while no service runs. */
async function copyByHand({ config }: LoadedConfig, asked: Arguments): Promise<number> {
  process.umask(0o077);
  const { backUpByHand, restoreByHand, restoreDayByHand } = await import('./commands/backup.ts');
  const { about = '', json, force } = asked;
  const wanted = { dataDir: config.dataDir, folder: about, json, say };
  if (asked.ask === 'backup') await backUpByHand(wanted);
  else if (asked.ask === 'restore') {
    const findKey = (dataDir: string) => keyOf({ ...config, dataDir });
    await restoreByHand({ ...wanted, force, findKey });
  } else await restoreDayByHand({ ...wanted, date: about, key: await keyOf(config) });
  return EXIT.ok;
}

/** The interface asks local callers for nothing, so other machines may reach it only with a secret. */
function refuseOpenDoor({ config }: LoadedConfig): void {
  if (isLoopbackAddress(config.host) || config.accessToken !== '') return;
  throw new ConfigError(
    `host ${config.host} can be reached by other machines, and no access token is set`,
    'Set HINDCAST_ACCESS_TOKEN to a long random text, or leave --host out to stay on this machine.',
  );
}

function report(error: unknown): number {
  if (error instanceof ServiceError) {
    complain(error.message);
    if (error.hint !== undefined) process.stderr.write(`${error.hint}\n`);
    return EXIT_BY_CODE[error.code] ?? EXIT.failure;
  }
  complain(`internal error: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.failure;
}

function productVersion(): string {
  const file = join(import.meta.dirname, '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

for (const stream of [process.stdout, process.stderr]) {
  // A reader that went away (`npm start | head`) is no reason to stop.
  stream.on('error', () => {});
}
process.exitCode = await main(process.argv.slice(2));
