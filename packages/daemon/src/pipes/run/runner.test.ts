import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { begin, ran } from './run.fixture.ts';
import type { RunEnd } from './runner.ts';

function isAlive(pid: number | null): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
}

const failed = (end: RunEnd) => [end.status, end.errorType];

describe('a run', () => {
  test('gives the pipe its configuration and data, and reports what it did', async () => {
    const { end, logged, pid } = await ran({
      init: "ctx.log.info('began with ' + config.word);",
      process: "console.log('printed'); console.error('complained'); return 7;",
    });
    expect(end).toMatchObject({ status: 'completed', itemsProcessed: 7, exitCode: 0 });
    expect(end.output).toBe('printed\n');
    expect(logged.sort()).toEqual(['error: complained', 'info: began with blue', 'info: printed']);
    expect(isAlive(pid)).toBe(false);
  });

  test('may write into its own output folder, with the SDK and a second module', async () => {
    const { end, outputFolder } = await ran({
      head: "import { writeFileSync } from 'node:fs'; import { join } from 'node:path';",
      process: "writeFileSync(join(ctx.outputFolder, 'a.txt'), 'kept');",
    });
    expect(end).toMatchObject({ status: 'completed', errorMessage: null });
    expect(readFileSync(join(outputFolder, 'a.txt'), 'utf8')).toBe('kept');
  });

  test('gets the answers and the refusals of its facilities', async () => {
    const { end, logged } = await ran(
      {
        process: `ctx.log.info('kept ' + (await ctx.state.get('a')));
          await ctx.notify({ title: 'x' }).catch((error) => ctx.log.info(error.code));`,
      },
      {
        callFacility: async (name, args) => {
          if (name === 'state.get') return JSON.stringify(`${args[0]}!`);
          throw new Error('with a secret in it');
        },
      },
    );
    expect(end.errorMessage).toBe(null);
    expect(logged).toEqual(['info: kept a!', 'info: INTERNAL_ERROR']);
  });
});

describe('a pipe that misbehaves', () => {
  test.each([
    ['throws', "throw new Error('no luck');", 'error', /no luck/],
    [
      'rejects somewhere',
      "void Promise.reject(new Error('lost')); await new Promise(() => setInterval(() => {}, 1000));",
      'error',
      /lost/,
    ],
    ['exits', 'process.exit(3);', 'crash', /code 3/],
    ['is no pipe', null, 'error', /definePipe/],
  ])('and %s fails with its reason', async (_what, process, type, message) => {
    const pipe = process === null ? { head: 'throw new TypeError("definePipe");' } : { process };
    const { end } = await ran(pipe);
    expect(failed(end)).toEqual(['failed', type]);
    expect(end.errorMessage).toMatch(message);
  });

  test('and loops for ever is ended at its time limit', async () => {
    const { end, pid } = await ran({ process: 'for (;;);' }, { timeoutMs: 1_500 });
    expect(failed(end)).toEqual(['timed_out', 'timeout']);
    expect(end.errorMessage).toBe('it ran longer than 1.5 s');
    expect(isAlive(pid)).toBe(false);
  });

  test('and never answers is ended at its time limit', async () => {
    const { end } = await ran(
      { process: 'await new Promise(() => setInterval(() => {}, 1000));' },
      { timeoutMs: 1_500 },
    );
    expect(end.status).toBe('timed_out');
  });

  test('and leaks memory of the heap is ended', async () => {
    const { end } = await ran(
      { process: 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));' },
      { memoryMb: 64 },
    );
    expect(end.status).toBe('failed');
    expect(end.errorMessage).toBe('it used more than its 64 MB of memory');
  });

  test.runIf(process.platform === 'linux')(
    'and leaks memory outside the heap is ended',
    async () => {
      const { end } = await ran(
        {
          process: `const all = [];
          for (;;) { all.push(Buffer.alloc(4_000_000, 1)); await new Promise((r) => setTimeout(r, 10)); }`,
        },
        { memoryMb: 64 },
      );
      expect(failed(end)).toEqual(['failed', 'memory']);
    },
  );

  test('and fills its folder is ended before it fills the disk', async () => {
    const { end, outputFolder } = await ran(
      {
        head: "import { writeFileSync } from 'node:fs';",
        process: `for (let i = 0; ; i++) {
          writeFileSync(ctx.outputFolder + '/' + i, Buffer.alloc(1e6, 1));
          await new Promise((r) => setTimeout(r, 20));
        }`,
      },
      { mostOutputMb: 8 },
    );
    expect(failed(end)).toEqual(['failed', 'disk']);
    expect(end.errorMessage).toMatch(/^its output folder holds more than 8 MB/);
    rmSync(outputFolder, { recursive: true });
  });

  test('and floods its output is heard only so far', async () => {
    const { end, logged } = await ran(
      { process: "for (;;) process.stdout.write('x'.repeat(99) + '\\n');" },
      { timeoutMs: 3_000 },
    );
    expect(end.status).not.toBe('completed');
    expect(end.output.length).toBeLessThanOrEqual(16 * 1024);
    expect(logged.length).toBeLessThanOrEqual(2_001);
  });

  test('and floods its log gets a note about it, printed lines included, whether it fails or not', async () => {
    const flood =
      "process.stdout.write('x\\n'.repeat(1_900)); for (let i = 0; i < 200; i++) ctx.log.info('x');";
    const [{ end }, { end: calm }] = await Promise.all([
      ran({ process: `${flood} throw new Error('not today');` }),
      ran({ process: `${flood} return 3;` }),
    ]);
    expect(failed(end)).toEqual(['failed', 'error']);
    expect(end.errorMessage).toMatch(
      /not today.*; it logged more than 2000 lines, which are not all kept$/s,
    );
    expect(failed(calm)).toEqual(['completed', 'flood']);
    expect(calm.errorMessage).toBe('it logged more than 2000 lines, which are not all kept');
    expect(calm.itemsProcessed).toBe(3);
  });

  test('and logs faster than it is heard does not fill itself with that', async () => {
    const { end, logged } = await ran(
      { process: "for (let i = 0; i < 30_000; i++) ctx.log.info('x'.repeat(2500)); return 1;" },
      { memoryMb: 64 },
    );
    expect(failed(end)).toEqual(['completed', 'flood']);
    const notes = logged.flatMap((line) => /: (\d+) lines were left out/.exec(line)?.[1] ?? []);
    const leftOut = notes.reduce((sum, count) => sum + Number(count), 0);
    expect(logged.length - notes.length + leftOut).toBe(30_000);
    expect(leftOut).toBeGreaterThan(0);
  }, 60_000);

  test('and floods its channel is heard slowly, while the host stays free', async () => {
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
    }, 10);
    const { end, logged } = await ran(
      { process: "for (;;) { for (let i = 0; i < 1000; i++) ctx.log.info('again'); await null; }" },
      { timeoutMs: 3_000, memoryMb: 64 },
    );
    clearInterval(beat);
    expect(end.status).not.toBe('completed');
    // Some 500 messages a second, and one piece of a pipe's buffer beyond.
    expect(logged.length).toBeLessThan(10_000);
    expect(beats).toBeGreaterThan(50);
  });

  test('and sends what is no message is ended', async () => {
    const { end } = await ran({
      head: "import { writeSync } from 'node:fs';",
      process: `writeSync(3, Buffer.from([0, 0, 0, 2, 0x7b, 0x7d]));
        await new Promise(() => setInterval(() => {}, 1000));`,
    });
    expect(failed(end)).toEqual(['failed', 'protocol']);
  });

  test('and asks for its data a second time is ended', async () => {
    const { end } = await ran({
      head: "import { writeSync } from 'node:fs';",
      process: `const body = Buffer.from('{"kind":"ready"}');
        writeSync(3, Buffer.concat([Buffer.from([0, 0, 0, body.length]), body]));
        await new Promise(() => setInterval(() => {}, 1000));`,
    });
    expect(failed(end)).toEqual(['failed', 'protocol']);
  });

  test('and asks without reading the answers is given a few', async () => {
    let asked = 0;
    const { run } = begin(
      {
        head: "import { writeSync } from 'node:fs';",
        process: `const body = Buffer.from('{"kind":"call","call":1,"facility":"query","arguments":[]}');
          const call = Buffer.concat([Buffer.from([0, 0, 0, body.length]), body]);
          writeSync(3, Buffer.concat(new Array(40).fill(call)));
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);`,
      },
      {
        async callFacility() {
          asked += 1;
          return 'x'.repeat(4 * 1024 * 1024);
        },
      },
    );
    await expect.poll(() => asked, { timeout: 15_000 }).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toBe(4);
    run.stop();
    expect((await run.ended).status).toBe('cancelled');
  });

  test('and asks for much at once is given it all when it reads', async () => {
    const { end } = await ran(
      {
        process: `const all = await Promise.all(Array.from({ length: 12 }, (_, n) => ctx.state.get('' + n)));
          return all.filter((value) => value.length === 1_000_000).length;`,
      },
      { callFacility: async () => JSON.stringify('x'.repeat(1_000_000)) },
    );
    expect(end).toMatchObject({ errorMessage: null, itemsProcessed: 12 });
  });

  test('and announces a message of four gigabytes is ended before it is kept', async () => {
    const { end } = await ran({
      head: "import { writeSync } from 'node:fs';",
      process: `writeSync(3, Buffer.from([255, 255, 255, 255]));
        await new Promise(() => setInterval(() => {}, 1000));`,
    });
    expect(failed(end)).toEqual(['failed', 'protocol']);
  });
});

test.runIf(process.platform === 'linux')(
  'all threads of a run give way to everything else',
  async () => {
    const { run, logged } = begin({
      process: "ctx.log.info('on'); await new Promise(() => setInterval(() => {}, 1000));",
    });
    await expect.poll(() => logged, { timeout: 15_000 }).toContain('info: on');
    // Fields 19 and 41 of stat, counted behind the name: the priority, and the policy for idle time.
    const importance = () =>
      readdirSync(`/proc/${run.pid}/task`).map((thread) => {
        const stat = readFileSync(`/proc/${run.pid}/task/${thread}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return `${fields[16]} ${fields[38]}`;
      });
    await expect.poll(() => [...new Set(importance())], { timeout: 15_000 }).toEqual(['19 5']);
    run.stop();
    await run.ended;
  },
);

describe('stop', () => {
  test('lets a pipe that listens end by itself, and that is no success', async () => {
    const { run, logged } = begin(
      {
        process: `ctx.log.info('waiting');
          await new Promise((resolve) => { const t = setInterval(() => {}, 1000);
            ctx.signal.addEventListener('abort', () => { clearInterval(t); ctx.log.info('tidied up'); resolve(); }); });`,
      },
      {},
    );
    await expect.poll(() => logged, { timeout: 15_000 }).toContain('info: waiting');
    run.stop();
    const end = await run.ended;
    expect(logged).toContain('info: tidied up');
    expect(failed(end)).toEqual(['cancelled', 'cancelled']);
    expect(end.exitCode).toBe(0);
  });

  test('forces one that does not', async () => {
    const { run, logged } = begin({ process: "ctx.log.info('deaf'); await null; for (;;);" });
    await expect.poll(() => logged, { timeout: 15_000 }).toContain('info: deaf');
    run.stop();
    const end = await run.ended;
    expect(failed(end)).toEqual(['cancelled', 'cancelled']);
    expect(isAlive(run.pid)).toBe(false);
  });
});
