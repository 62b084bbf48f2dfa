import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDataFolder, DataFolderInUseError } from './data-folder.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'hindcast-folder-')), 'data');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

/** Another process that claims the folder and says how it went; it keeps the folder until it is killed. */
function claimElsewhere(): { child: ChildProcess; outcome: Promise<string> } {
  const script = `
    import { claimDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
    try {
      await claimDataFolder(${JSON.stringify(folder)});
      process.stdout.write('claimed\\n');
      setInterval(() => {}, 1000);
    } catch (error) {
      process.stdout.write(error.code + ' ' + error.context.pid + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const outcome = new Promise<string>((resolve) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { child, outcome };
}

describe('claimDataFolder', () => {
  test('creates the folder for its owner only', async () => {
    const claimed = await claimDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    claimed.release();
  });

  test('closes a folder that others could read', async () => {
    (await claimDataFolder(folder)).release();
    chmodSync(folder, 0o755);
    (await claimDataFolder(folder)).release();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('leaves the permissions of a folder that holds other things alone', async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'letter.txt'), 'not ours');
    (await claimDataFolder(folder)).release();
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  test('refuses a folder that another process holds and names its pid', async () => {
    const other = claimElsewhere();
    expect(await other.outcome).toBe('claimed');
    await expect(claimDataFolder(folder)).rejects.toThrow(
      `the data folder ${folder} is in use by the process ${other.child.pid}`,
    );
  });

  test('takes over from a process that was killed', async () => {
    const other = claimElsewhere();
    expect(await other.outcome).toBe('claimed');
    const exited = new Promise((resolve) => other.child.once('exit', resolve));
    other.child.kill('SIGKILL');
    await exited;
    expect(readFileSync(join(folder, 'owner.json'), 'utf8')).toContain(String(other.child.pid));

    const claimed = await claimDataFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')).pid).toBe(process.pid);
    expect(readdirSync(folder).sort()).toEqual(['owner.json', 'owner.lock']);
    claimed.release();
  });

  test('is not fooled by a leftover that names a living process', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: process.ppid }));
    const claimed = await claimDataFolder(folder);
    claimed.release();
  });

  test('gives the folder to exactly one of many that start at once, and the others name it', async () => {
    const others = Array.from({ length: 6 }, claimElsewhere);
    const outcomes = await Promise.all(others.map((other) => other.outcome));
    const winner = others[outcomes.indexOf('claimed')];
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(
      new Set(['claimed', `DATA_FOLDER_IN_USE ${winner?.child.pid}`]),
    );
  });

  test('can be claimed again once it was released', async () => {
    (await claimDataFolder(folder)).release();
    const claimed = await claimDataFolder(folder);
    await expect(claimDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
    claimed.release();
  });

  test('reports where the owner answers', async () => {
    const claimed = await claimDataFolder(folder);
    claimed.announce('http://127.0.0.1:3030');
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toEqual({
      pid: process.pid,
      url: 'http://127.0.0.1:3030',
    });
    claimed.release();
  });

  test('names the folder when a file is in its place', async () => {
    writeFileSync(folder, '');
    await expect(claimDataFolder(folder)).rejects.toThrow(
      `the data folder ${folder} cannot be used`,
    );
  });

  test.runIf(process.platform === 'linux')(
    'gives up at once where no folder can be made',
    async () => {
      // Kernel files: the parent is there, and making something in it fails as if it were not.
      await expect(claimDataFolder('/proc/hindcast/data')).rejects.toThrow(
        'the data folder /proc/hindcast/data cannot be used',
      );
    },
  );
});
