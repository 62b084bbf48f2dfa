/** Pipes for tests: a folder with a manifest and a module, as a person would write them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestPipe {
  id: string;
  /** The body of `process(data, ctx)`. */
  process: string;
  /** In front of the pipe: imports and whatever runs when it is loaded. */
  head?: string;
  init?: string;
  /** The `hindcast` part of the manifest. */
  hindcast?: Record<string, unknown>;
  /** Further keys of the package.json. */
  manifest?: Record<string, unknown>;
}

/** Returns the folder, which lies in `parent` and is called like the pipe. */
export function writePipe(parent: string, pipe: TestPipe): string {
  const folder = join(parent, pipe.id);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: pipe.id,
    version: '1.2.3',
    description: `the pipe ${pipe.id}`,
    author: 'A. Tester',
    type: 'module',
    main: 'index.ts',
    hindcast: pipe.hindcast ?? {},
    ...pipe.manifest,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'index.ts'),
    `import { definePipe } from '@hindcast/pipe-sdk';
${pipe.head ?? ''}
export default definePipe({
  name: '${pipe.id}',
  description: '',
  async init(config, ctx) {${pipe.init ?? ''}},
  async process(data, ctx) {
${pipe.process}
  },
});
`,
  );
  return folder;
}
