/** Everything the writer thread can do. Each call is one transaction: all of it or nothing. */
import { contentWriter } from './add.ts';
import { openWriter, storeFault } from './database.ts';
import { tagWriter } from './tags.ts';

export type Writes = ReturnType<typeof openWrites>['calls'];

export function openWrites(dataDir: string) {
  const db = openWriter(dataDir);
  const content = contentWriter(db);
  const tags = tagWriter(db);

  const calls = {
    add: content.add,
    replaceText: content.replaceText,
    replaceReading: content.replaceReading,
    delete: content.delete,
    addTags: tags.add,
    removeTags: tags.remove,
  };

  return {
    calls,
    run(_call: number, name: string, args: unknown[]): unknown {
      const call = calls[name as keyof typeof calls] as (...args: unknown[]) => unknown;
      try {
        return db.transaction(() => call(...args)).immediate();
      } catch (cause) {
        content.forget();
        throw storeFault(cause, db.name);
      }
    },
    close(): void {
      db.pragma('optimize');
      db.close();
    },
  };
}
