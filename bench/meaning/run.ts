/**
 * npm run bench -- meaning [--part quality|scale] [--passages 1000000] [--queries 60]
 *
 * quality: how often the right moment is found, for words, meaning and both, over two invented weeks. scale: what a search costs in an index of
 * that many passages, its size, and how often its first fifty are those of a comparison with every vector.
 */
import { parseArgs } from 'node:util';
import { measureQuality } from './quality.ts';
import { measureScale } from './scale.ts';

const { values: flags } = parseArgs({
  options: {
    part: { type: 'string', default: 'quality,scale' },
    passages: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '60' },
  },
});
if (flags.part.includes('quality')) await measureQuality();
if (flags.part.includes('scale')) {
  await measureScale({ passages: Number(flags.passages), queries: Number(flags.queries) });
}
