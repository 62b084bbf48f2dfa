/**
 * Bundles the programs of a release. Every program keeps its path and what programs share goes into `packages/chunks`, so paths between
 * sources (assets, threads, child processes) stay true: `import.meta` of a source becomes the place where that source would lie.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { PACKAGE_FILES, WITH_FILES } from './native-parts.ts';
import { namedFiles } from './release-files.ts';

const ROOT_PLACE = '@@root@@';
/** CommonJS packages call `require`, which a module does not have. */
const BANNER = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `import { fileURLToPath as __toPath } from 'node:url';`,
  'const require = __createRequire(import.meta.url);',
  `const __root = new URL('${ROOT_PLACE}', import.meta.url).href;`,
].join(' ');

export interface BundleOptions {
  readonly root: string;
  readonly entries: readonly string[];
  /** Packages that stay packages. */
  readonly external: readonly string[];
  readonly target: string;
}

/** Writes the programs below `target`, each with its source map. Resolves to the names of the packages inside them, sorted. */
export async function bundle(options: BundleOptions): Promise<readonly string[]> {
  const { root, entries, external, target } = options;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: target,
    outbase: root,
    chunkNames: 'packages/chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...external],
    banner: { js: BANNER },
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'eof',
    // Less text to parse and to hold. Lines stay short, so that the line of a stack trace says where.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
    write: false,
    metafile: true,
    plugins: [placeOfSources(root), placeOfPackages(root)],
  });
  for (const { path, text } of outputFiles) {
    const toRoot = `${relative(dirname(path), target)}/`;
    mkdirSync(dirname(path), { recursive: true });
    const placedText = text.replace(ROOT_PLACE, toRoot);
    writeFileSync(path, path.endsWith('.js') ? inOneByte(placedText) : placedText);
  }
  const names = Object.keys(metafile.inputs).flatMap(
    (input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/**
 * With one character above U+00FF, V8 takes two bytes for every character of a file. esbuild escapes those in strings; what is left
 * stands in comments and patterns, where the escape means the same.
 */
function inOneByte(text: string): string {
  return text.replace(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function placeOfSources(root: string): Plugin {
  return {
    name: 'place-of-sources',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = relative(root, path).replaceAll('\\', '/');
        const source = readFileSync(path, 'utf8');
        return { contents: placed({ root, file, source }), loader: 'ts' };
      });
    },
  };
}

/** Packages that read their own files find them in `PACKAGE_FILES`. */
function placeOfPackages(root: string): Plugin {
  const names = WITH_FILES.map(({ name }) => name).join('|');
  return {
    name: 'place-of-packages',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`/node_modules/(${names})/.*\\.js$`) }, ({ path }) => {
        const folder = relative(join(root, 'node_modules'), dirname(path)).replaceAll('\\', '/');
        const place = `__toPath(__root + ${JSON.stringify(`${PACKAGE_FILES}/${folder}`)})`;
        return {
          contents: readFileSync(path, 'utf8').replaceAll('__dirname', place),
          loader: 'js',
        };
      });
    },
  };
}

/** The source with its own place written out and with programs named as they are in a release. */
function placed({ root, file, source }: { root: string; file: string; source: string }): string {
  let text = source;
  for (const { start, end } of namedFiles({ root, file, source }).reverse()) {
    text = `${text.slice(0, start)}${source.slice(start, end).replace(/\.ts(?=.$)/, '.js')}${text.slice(end)}`;
  }
  const at = (path: string) => `(__root + ${JSON.stringify(path)})`;
  return text
    .replaceAll('import.meta.url', at(file))
    .replaceAll('import.meta.filename', `__toPath${at(file)}`)
    .replaceAll('import.meta.dirname', `__toPath${at(dirname(file))}`);
}
