/** Writes the files of a new pipe. They are the smallest ones that show everything a pipe is made of, and they work as they are. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Words of the interface: the service refuses pipes that are called so. */
const RESERVED = new Set([
  'list',
  'info',
  'install',
  'store',
  'download',
  'download-private',
  'enable',
  'disable',
  'update',
  'update-version',
  'delete',
  'purge',
  'build-status',
]);

/** What is wrong, or undefined when it was written. */
export function writeSkeleton(parent: string, name: string): string | undefined {
  if (!NAME.test(name))
    return `"${name}" cannot be the name of a pipe: use small letters, digits and "-"`;
  if (RESERVED.has(name)) return `"${name}" is a reserved name: choose another`;
  const folder = join(parent, name);
  if (existsSync(folder)) return `${folder} is there already`;
  mkdirSync(folder);
  for (const [file, text] of Object.entries(filesOf(name))) writeFileSync(join(folder, file), text);
  return undefined;
}

function filesOf(name: string): Record<string, string> {
  const manifest = {
    name,
    version: '0.1.0',
    description: 'Reports how often a word was on the screen or said.',
    author: '',
    type: 'module',
    main: 'index.ts',
    hindcast: {
      trigger: 'manual',
      config: {
        word: { type: 'string', default: 'the', description: 'What to look for.' },
        hours: { type: 'number', minimum: 1, default: 24, description: 'How far to look back.' },
      },
      permissions: { content_types: ['ocr', 'audio'], frames: false },
    },
  };
  return {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'index.ts': `import { definePipe } from '@hindcast/pipe-sdk';

interface Config {
  word: string;
  hours: number;
}

export default definePipe<Config>({
  name: '${name}',
  description: 'Reports how often a word was on the screen or said.',
  async process(data, ctx) {
    const { word, hours } = ctx.config;
    const page = await ctx.query.search({ q: word, start_time: \`\${hours}h ago\`, limit: 1 });
    const runs = ((await ctx.state.get<number>('runs')) ?? 0) + 1;
    await ctx.state.set('runs', runs);
    ctx.log.info(\`"\${word}" was there \${page.pagination.total} times (run \${runs})\`);
    return page.pagination.total;
  },
});
`,
  };
}
