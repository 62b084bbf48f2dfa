/** The pipes that come with the service, ready to be installed. Nothing of them runs before a person installs one and turns it on. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readManifest } from './catalog.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'pipes');

export interface ExamplePipe {
  id: string;
  title: string;
  description: string;
  version: string;
  author: string;
  /** What `install` takes. */
  source: string;
}

/** By their names; none where the service was packed without them. */
export async function listExamples(folder = EXAMPLES): Promise<ExamplePipe[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.sort().map(async (name) => {
      const manifest = await readManifest(join(folder, name));
      if (typeof manifest === 'string') return [];
      const { id, title, description, version, author } = manifest;
      const source = pathToFileURL(join(folder, name)).href;
      return [{ id, title, description, version, author, source }];
    }),
  );
  return found.flat();
}
