/** Recordings of a day that no installed model understood: to listen to, and to name their language. */

import type { Span } from '../data/day.ts';
import { useNotUnderstood } from '../data/speech/languages.ts';
import { t } from '../language/message.ts';
import { shortClock } from '../parts/format.ts';
import { LineLanguage } from './line-language.tsx';

export function NotUnderstood({ day }: { day: Span }) {
  const { data: recordings = [] } = useNotUnderstood(day);
  if (recordings.length === 0) return null;
  return (
    <details className="pad">
      <summary>
        {t(
          '{count, plural, one {# recording in a language that was not understood} other {# recordings in a language that was not understood}}',
          { count: recordings.length },
        )}
      </summary>
      <p className="sm dim">
        {t('Nothing was invented. Listen, name the language, or install a model: {command}', {
          command: 'hindcast models pull whisper-base',
        })}
      </p>
      <ul>
        {recordings.map(({ chunk_id, timestamp }) => (
          <li key={chunk_id} className="row wrap mb-2">
            <time className="num dim sm">{shortClock(Date.parse(timestamp))}</time>
            {/* biome-ignore lint/a11y/useMediaCaption: nobody knows what is said in it */}
            <audio controls preload="none" src={`/audio/chunks/${chunk_id}`} />
            <LineLanguage
              canRead
              spoken={{ chunkId: chunk_id, language: null, speakerId: null, speaker: '' }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
