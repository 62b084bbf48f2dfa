/**
 * Makes a fresh clone ready. `npm start` gets what running needs; with `--dev` come the packages for building and checking, and with
 * `--test` (before `npm test`) also the Debian packages that tests use. It runs on whatever Node the machine has (18 or
 * newer) and may use no package, because it is what installs them. It says one line per step and nothing at all
 * when there is nothing to do; the words of npm and apt are shown only when they fail.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingModels } from './bootstrap/models.mjs';
import { hasDevPackages, packagesAreCurrent } from './bootstrap/packages.mjs';
import { apt, missingPackages, wantedGroups } from './bootstrap/system-packages.mjs';
import { trimPackages } from './bootstrap/trim.mjs';
import { markPageCurrent, pageIsCurrent } from './bootstrap/web-page.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_NODE_MAJOR = 24;
// Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms, and it deletes node_modules
// under a service that may be running from it. `--no-save` keeps the lock file as it is; its versions and hashes hold.
// No install scripts: native packages come prebuilt, yet npm would run node-gyp for the SQLite binding, which wants Python,
// make and a download, and changes nothing. The one script that is needed, the runtime's, has its own step.
const INSTALL = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];
// A line now and then shows a person (or a build log) that a long step is alive.
const STILL_WORKING_MS = 15_000;

/** Runs a program to its end; its output is kept and shown only by the caller that needs it. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** `name` stands in front of the last line of a step that runs at the same time as others. */
async function step(title, work, name = '') {
  const startedAtMs = Date.now();
  const seconds = () => Math.round((Date.now() - startedAtMs) / 1000);
  console.log(`${title} …`);
  const timer = setInterval(() => console.log(`  still working, ${seconds()} s`), STILL_WORKING_MS);
  const result = await work();
  clearInterval(timer);
  if (result.ok) console.log(`  ${name}done in ${seconds()} s`);
  return result;
}

/**
 * The environment for npm itself: without this project's own `node_modules/.bin`, so that npm runs on the machine's
 * Node and not on the one it is about to replace.
 */
function outerEnvironment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  const own = join(ROOT, 'node_modules', '.bin');
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const path = (process.env[name] ?? '').split(separator).filter((folder) => folder !== own);
  return { ...process.env, [name]: path.join(separator) };
}

async function installPackages(withDev) {
  if (packagesAreCurrent(ROOT, { withDev })) return true;
  // npm would remove the packages that it is asked to omit, also those that somebody works with.
  const scope = withDev || hasDevPackages(ROOT) ? '--include=dev' : '--omit=dev';
  const result = await step('Installing packages (once; again only when they change)', () =>
    run('npm', [...INSTALL, scope], outerEnvironment()),
  );
  if (result.ok) trimPackages(ROOT);
  if (!result.ok) {
    console.error(result.output.trimEnd());
    console.error(
      'The packages could not be installed. Check the network, then run the same command again.',
    );
  }
  return result.ok;
}

function bundledNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(ROOT, 'node_modules', 'node', 'bin', file);
}

function bundledNodeMajor() {
  if (!existsSync(bundledNode())) return 0;
  const { stdout } = spawnSync(bundledNode(), ['--version'], { encoding: 'utf8' });
  return Number.parseInt((stdout ?? '').replace(/^v/, ''), 10) || 0;
}

/** The package `node` fetches the runtime in an install script: the only one that runs. */
async function installRuntime() {
  if (bundledNodeMajor() >= NEEDED_NODE_MAJOR) return true;
  const result = await step(`Installing Node ${NEEDED_NODE_MAJOR} for this folder`, () =>
    run(
      'npm',
      ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'],
      outerEnvironment(),
    ),
  );
  if (bundledNodeMajor() >= NEEDED_NODE_MAJOR) {
    trimPackages(ROOT);
    return true;
  }
  console.error(result.output.trimEnd());
  console.error(
    `Node ${NEEDED_NODE_MAJOR} could not be installed for this folder. Install Node ${NEEDED_NODE_MAJOR} or newer, ` +
      'or allow the install script of the npm package "node", then run the same command again.',
  );
  return false;
}

/** Nothing here is needed to go on: what is missing is installed where that may be done, else named. */
async function installSystemPackages(wanted) {
  const groups = wanted
    .map((group) => ({ ...group, packages: missingPackages(group.packages) }))
    .filter(({ packages }) => packages.length > 0);
  if (groups.length === 0) return;
  if (!apt.isAvailable()) {
    for (const { purpose, without, packages } of groups) {
      console.log(`Missing for ${purpose}: ${packages.join(', ')}. ${without}. To install:`);
      console.log(`  ${apt.hint(packages)}`);
    }
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = [...new Set(groups.flatMap((group) => group.packages))];
  const purposes = groups.map(({ purpose }) => purpose).join(', ');
  const title = `Installing ${packages.length} Debian packages for ${purposes}`;
  let isListed = false;
  const result = await step(
    title,
    async () => {
      const update = await run('apt-get', apt.updateArgs, env);
      isListed = update.ok;
      return update.ok ? run('apt-get', apt.installArgs(packages), env) : update;
    },
    'Debian packages ',
  );
  if (result.ok) return;
  console.log(result.output.trimEnd().split('\n').slice(-5).join('\n'));
  for (const group of groups) {
    const { purpose, without, packages } = group;
    // One package that the system does not have keeps only those from being installed that have the same purpose.
    const install = () => run('apt-get', apt.installArgs(packages), env);
    if (isListed && (await step(`Installing Debian packages for ${purpose}`, install)).ok) continue;
    console.log(`They could not be installed. ${without}. Try: ${apt.hint(packages)}`);
  }
}

/** Not a package of the lock file: the package that holds a model asks for a dozen others that only a browser needs. */
async function installModel({ id, purpose, size }) {
  const program = join(ROOT, 'packages', 'daemon', 'src', 'commands', 'models.ts');
  const result = await step(
    `Installing the ${purpose} model ${id} (${size}, once)`,
    () => run(bundledNode(), [program, 'pull-shared', id], outerEnvironment()),
    `${id} `,
  );
  if (result.ok) return;
  console.log(result.output.trimEnd().split('\n').slice(-2).join('\n'));
  const without = {
    speech: 'speech is kept without text',
    meaning: 'only words can be searched, not their meaning',
  };
  console.log(`Until it is installed, ${without[purpose]}.`);
}

async function installModels() {
  const missing = missingModels({ root: ROOT, cores: cpus().length, forTests });
  for (const model of missing) await installModel(model);
}

/** The service works without its page, and says so; a build that fails stops nothing. */
async function buildWebPage() {
  if (pageIsCurrent(ROOT)) return;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...outerEnvironment(), NODE_ENV: 'production' };
  const result = await step(
    'Building the web page (again only when it changes)',
    () => run(bundledNode(), [vite, 'build', 'packages/web'], env),
    'page ',
  );
  if (result.ok) return markPageCurrent(ROOT);
  console.log(result.output.trimEnd().split('\n').slice(-5).join('\n'));
  console.log('Until it is built there is no page; the interface works.');
}

const forTests = process.argv.includes('--test');
const withDev = forTests || process.argv.includes('--dev');
const forPackaging = process.argv.includes('--packaging');
const groups = wantedGroups({ forTests, forPackaging, env: process.env });
// Unpacking one kind of package leaves time for the other.
const systemPackages = installSystemPackages(groups);
try {
  const ready = (await installPackages(withDev)) && (await installRuntime());
  // One waits for the processor, the other for the network.
  if (ready) await Promise.all([buildWebPage(), installModels()]);
  process.exitCode = ready ? 0 : 1;
} finally {
  await systemPackages;
}
