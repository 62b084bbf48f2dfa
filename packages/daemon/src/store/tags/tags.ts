/** Tags on frames and audio chunks: created on demand, unique by name. */
import { serviceError } from '#core/errors.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type { TagTarget } from '../records.ts';

const TABLES = {
  vision: { owner: 'frame', link: 'vision_tags', column: 'vision_id' },
  audio: { owner: 'audio_chunk', link: 'audio_tags', column: 'audio_chunk_id' },
} as const;

export function tagWriter({ db }: WriteKernel) {
  const create = db.prepare('INSERT INTO tags (name) VALUES (?) ON CONFLICT (name) DO NOTHING');
  const statements = (target: TagTarget) => {
    const { owner, link, column } = TABLES[target];
    return {
      exists: db.values(`SELECT 1 FROM ${owner} WHERE id = ?`),
      link: db.prepare(
        `INSERT OR IGNORE INTO ${link} (${column}, tag_id) SELECT ?, id FROM tags WHERE name = ?`,
      ),
      unlink: db.prepare(
        `DELETE FROM ${link} WHERE ${column} = ? AND tag_id = (SELECT id FROM tags WHERE name = ?)`,
      ),
    };
  };
  const sql = { vision: statements('vision'), audio: statements('audio') };

  function assertExists(target: TagTarget, id: number): void {
    if (sql[target].exists.get(id) !== undefined) return;
    throw target === 'vision'
      ? serviceError('FRAME_NOT_FOUND', { frameId: id })
      : serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId: id });
  }

  return {
    /** Rejects with FRAME_NOT_FOUND or AUDIO_CHUNK_NOT_FOUND. Adding twice changes nothing. */
    add(target: TagTarget, id: number, tags: readonly string[]): void {
      assertExists(target, id);
      for (const tag of tags) {
        create.run(tag);
        sql[target].link.run(id, tag);
      }
    },
    /** Removing a tag that is not there changes nothing. */
    remove(target: TagTarget, id: number, tags: readonly string[]): void {
      assertExists(target, id);
      for (const tag of tags) sql[target].unlink.run(id, tag);
    },
  };
}

/** CROSS keeps the order of the tables: with statistics of few tags SQLite would walk all of them. */
export function tagReader({ db }: ReadKernel) {
  const list = (target: TagTarget) => {
    const { link, column } = TABLES[target];
    return db.tuples<[id: number, name: string]>(
      `SELECT l.${column}, t.name FROM ${link} l CROSS JOIN tags t ON t.id = l.tag_id
         WHERE l.${column} IN (SELECT value FROM json_each(?)) ORDER BY t.name`,
    );
  };
  const lists = { vision: list('vision'), audio: list('audio') };
  const taggedKeys = db.values<number>(
    `SELECT f.key FROM tags t CROSS JOIN vision_tags l ON l.tag_id = t.id CROSS JOIN frame f ON f.id = l.vision_id
       WHERE t.name IN (SELECT value FROM json_each(:names)) GROUP BY f.id HAVING count(*) = :count
       UNION ALL
       SELECT a.key FROM (
         SELECT l.audio_chunk_id AS chunk FROM tags t CROSS JOIN audio_tags l ON l.tag_id = t.id
         WHERE t.name IN (SELECT value FROM json_each(:names)) GROUP BY l.audio_chunk_id HAVING count(*) = :count
       ) JOIN transcription a ON a.audio_chunk_id = chunk`,
  );

  return {
    /** Tags by owner id; owners without tags are absent. */
    listByOwner(target: TagTarget, ids: readonly number[]): Map<number, string[]> {
      const byOwner = new Map<number, string[]>();
      if (ids.length === 0) return byOwner;
      for (const [id, name] of lists[target].iterate(JSON.stringify(ids))) {
        const tags = byOwner.get(id);
        if (tags) tags.push(name);
        else byOwner.set(id, [name]);
      }
      return byOwner;
    },
    /** Keys of the documents that carry all of these tags. */
    listKeys(names: readonly string[]): number[] {
      const unique = [...new Set(names)];
      return taggedKeys.all({ names: JSON.stringify(unique), count: unique.length });
    },
  };
}
