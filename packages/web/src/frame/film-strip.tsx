/** The pictures before and after this one. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../data/api.ts';
import { useStripTexts } from '../data/search.ts';
import type { FrameContent, Page } from '../data/wire.ts';
import { t } from '../language/message.ts';
import { AppDot } from '../parts/bits.tsx';
import { clock, isoOf } from '../parts/format.ts';
import { Thumb } from '../parts/shot.tsx';
import { isOtherText } from '../parts/snippet.ts';

interface Neighbour {
  id: number;
  atMs: number;
  app: string;
  hasPicture: boolean;
}

const EACH_SIDE = 5;

export function useNeighbours(atMs: number | undefined, frameId: number): Neighbour[] {
  const { data } = useQuery({
    queryKey: ['neighbours', frameId],
    enabled: atMs !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const at = isoOf(atMs ?? 0);
      const ask = (query: Record<string, string>) =>
        call<Page<FrameContent>>('/search', {
          signal,
          query: { content_type: 'ocr', max_content_length: 1, limit: EACH_SIDE, ...query },
        });
      const [before, after] = await Promise.all([
        ask({ end_time: at, order: 'descending' }),
        ask({ start_time: at, order: 'ascending' }),
      ]);
      const all = [...before.data.toReversed(), ...after.data].map(({ content }) => ({
        id: content.frame_id,
        atMs: Date.parse(content.timestamp),
        app: content.app_name,
        hasPicture: content.picture_gone === undefined,
      }));
      return [...new Map(all.map((one) => [one.id, one])).values()];
    },
  });
  return data ?? [];
}

export function FilmStrip(props: {
  frames: readonly Neighbour[];
  currentId: number;
  /** What was searched for: pictures that say something else about it carry a dot. */
  q: string;
  addressOf(id: number): string;
}) {
  const { frames, currentId, q } = props;
  const ids = frames.map(({ id }) => id);
  const times = frames.map(({ atMs }) => atMs);
  const strip = { ids, startMs: Math.min(...times), endMs: Math.max(...times) };
  const texts = useStripTexts(strip, q, q !== '');
  const current = texts.get(currentId)?.text;
  const isOther = (id: number) => {
    const text = texts.get(id)?.text;
    return text !== undefined && current !== undefined && isOtherText(text, current);
  };
  const labelOf = (id: number, atMs: number, app: string) =>
    isOther(id)
      ? t('Picture at {time}, {app}, with other words', { time: clock(atMs), app })
      : t('Picture at {time}, {app}', { time: clock(atMs), app });
  return (
    <nav className="film" aria-label={t('Neighbouring pictures')}>
      {frames.map(({ id, atMs, app, hasPicture }) => (
        <Link
          key={id}
          href={props.addressOf(id)}
          replace
          className={id === currentId ? 'cur' : ''}
          aria-current={id === currentId ? 'true' : undefined}
          aria-label={labelOf(id, atMs, app)}
        >
          <Thumb frameId={id} hasPicture={hasPicture} />
          {isOther(id) && <span className="otherdot" />}
          <span className="figcaption num">
            <AppDot app={app} />
            {clock(atMs)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
