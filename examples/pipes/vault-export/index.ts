// A vault of Markdown notes with [[links]], as many programs for notes read them. New content is added to the note of its day;
// each line has a block id, so that a batch that comes twice is written once.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePipe, type Item } from '@hindcast/pipe-sdk';

interface Config {
  vault: string;
}

interface Entry {
  day: string;
  /** Unique in the vault. */
  block: string;
  line: string;
  /** Name of the note it links to. */
  link: string;
  kind: 'app' | 'person';
}

export default definePipe<Config>({
  name: 'Export to a vault of notes',
  description: 'Keeps a vault of linked Markdown notes.',
  async process(data, ctx) {
    const vault = ctx.config.vault || ctx.outputFolder;
    const entries = withoutRepeats(data.items.flatMap(entryOf));
    for (const day of new Set(entries.map((entry) => entry.day))) {
      ctx.signal.throwIfAborted();
      await addToDay(
        vault,
        day,
        entries.filter((entry) => entry.day === day),
      );
    }
    for (const { link, kind } of entries) {
      ctx.signal.throwIfAborted();
      await makeNote(vault, link, kind);
    }
    ctx.log.info(`${entries.length} lines`);
    return data.items.length;
  },
});

function entryOf(item: Item): Entry[] {
  if (item.type === 'OCR') {
    const { frame_id, timestamp, app_name, window_name } = item.content;
    const link = noteName(app_name);
    if (link === '') return [];
    const line = `${timestamp.slice(11, 16)} [[${link}]] ${oneLine(window_name)}`;
    return [{ day: timestamp.slice(0, 10), block: `frame-${frame_id}`, line, link, kind: 'app' }];
  }
  if (item.type === 'Audio') {
    const { chunk_id, timestamp, transcription, speaker } = item.content;
    const link = noteName(speaker?.name || 'Someone');
    const line = `${timestamp.slice(11, 16)} [[${link}]] said: ${oneLine(transcription)}`;
    const block = `said-${chunk_id}-${Date.parse(timestamp)}`;
    return [{ day: timestamp.slice(0, 10), block, line, link, kind: 'person' }];
  }
  return [];
}

/** Of frames that follow each other in the same window only the first says something. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const wordsOf = (entry: Entry | undefined) => entry?.line.slice(6);
  return entries.filter((entry, i) => wordsOf(entry) !== wordsOf(entries[i - 1]));
}

async function addToDay(vault: string, day: string, entries: readonly Entry[]): Promise<void> {
  const folder = join(vault, 'Days');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${day}.md`);
  const before = await readFile(file, 'utf8').catch(() => `# ${day}\n\n`);
  const fresh = entries.filter(({ block }) => !before.includes(`^${block}\n`));
  const lines = fresh.map(({ line, block }) => `- ${line} ^${block}\n`);
  if (lines.length > 0) await writeFile(file, before + lines.join(''));
}

async function makeNote(vault: string, name: string, kind: Entry['kind']): Promise<void> {
  const folder = join(vault, kind === 'app' ? 'Apps' : 'People');
  await mkdir(folder, { recursive: true });
  // A person may have written into it: it is only ever made.
  const text = `---\ntags: [${kind}]\n---\n\n# ${name}\n`;
  await writeFile(join(folder, `${name}.md`), text, { flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function noteName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|#^[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
