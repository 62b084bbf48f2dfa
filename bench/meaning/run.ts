/**
 * npm run bench -- meaning [--part quality|hour|scale] [--half tuning|untouched] [--passages 1000000] [--queries 100] [--real 5000]
 *
 * quality: how often the right moment is found, for words, meaning and both, over two invented weeks and the sample day. hour: what embedding
 * costs in an hour at work. scale: what a search costs in an index of that many passages, its size, and how often its first fifty are
 * those of a comparison with every vector.
 */
import { parseArgs } from 'node:util';
import { measureHour } from './hour.ts';
import { measureQuality } from './quality.ts';
import { measureScale } from './scale.ts';

const { values: flags } = parseArgs({
  options: {
    part: { type: 'string', default: 'quality,hour,scale' },
    passages: { type: 'string', default: '1000000' },
    half: { type: 'string', default: 'tuning,untouched' },
    queries: { type: 'string', default: '100' },
    real: { type: 'string', default: '5000' },
  },
});
if (flags.part.includes('quality')) await measureQuality(flags.half);
if (flags.part.includes('hour')) await measureHour();
if (flags.part.includes('scale')) {
  await measureScale({
    passages: Number(flags.passages),
    queries: Number(flags.queries),
    real: Number(flags.real),
  });
}
