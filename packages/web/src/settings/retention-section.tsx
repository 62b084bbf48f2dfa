/** What keeping and deleting by age or size comes to: how much there is, what goes next, and what went last. */
import { useOffload, useRetention } from '../data/settings/retention.ts';
import { listed, t } from '../language/message.ts';
import { age, bytes, dayName } from '../parts/format.ts';

type Forecast = NonNullable<ReturnType<typeof useRetention>['data']>;
type Rule = Forecast['forecast'][number];

const RULES: Readonly<Record<string, string>> = {
  text: t('Texts with their pictures and sound'),
  pixels: t('Pictures; their text stays'),
  audio: t('Recordings; their text stays'),
  input: t('Input events'),
  size: t('The oldest, when the space is used up'),
};

export function RetentionSection() {
  const { data } = useRetention();
  if (!data) return null;
  return (
    <section>
      <h2 className="mb-2">{t('What is kept')}</h2>
      <div className="card list">
        <div className="srow">
          <p className="m">{t('Space taken now')}</p>
          <span className="num">{bytes(data.total_bytes)}</span>
        </div>
        {data.forecast.map((rule) => (
          <div key={rule.rule} className="srow">
            <div>
              <p className="m">{RULES[rule.rule] ?? rule.rule}</p>
              <p className="sm dim">{comingText(rule)}</p>
            </div>
            <span className="num">{rule.bytes > 0 && bytes(rule.bytes)}</span>
          </div>
        ))}
        <OffloadRow />
        <p className="pad sm dim">
          {data.forecast.length === 0 && `${t('Nothing is deleted without this being set.')} `}
          {lastRunText(data)}
        </p>
      </div>
    </section>
  );
}

function OffloadRow() {
  const { data } = useOffload();
  if (!data || data.state === 'off') return null;
  return (
    <div className="srow">
      <div>
        <p className="m">{t('Pictures and sound at another place')}</p>
        <p className="sm dim">
          {t(
            '{moved, plural, one {# file was moved} other {# files were moved}}, {waiting, plural, one {# is waiting} other {# are waiting}}.',
            { moved: data.moved, waiting: data.waiting },
          )}
        </p>
        {data.lost > 0 && (
          <p className="sm dim">
            {t(
              '{count, plural, one {# file is} other {# files are}} no longer at that place; the text is complete.',
              { count: data.lost },
            )}
          </p>
        )}
        {data.error !== null && (
          <p className="sm dim" role="status">
            {t('It does not work now: {reason}.', { reason: data.error })}
          </p>
        )}
      </div>
      <span className="num">{bytes(data.moved_bytes)}</span>
    </div>
  );
}

function amountsOf(rule: Rule): string[] {
  const pictures = rule.frames + rule.pictures;
  const { transcriptions: lines, recordings, accessibility: texts, ui_events: events } = rule;
  return [
    pictures > 0 && t('{count, plural, one {# picture} other {# pictures}}', { count: pictures }),
    lines > 0 &&
      t('{count, plural, one {# line of speech} other {# lines of speech}}', { count: lines }),
    recordings > 0 &&
      t('{count, plural, one {# recording} other {# recordings}}', { count: recordings }),
    texts > 0 &&
      t('{count, plural, one {# text of a window} other {# texts of windows}}', { count: texts }),
    events > 0 &&
      t('{count, plural, one {# input event} other {# input events}}', { count: events }),
  ].filter((amount) => amount !== false);
}

function comingText(rule: Rule): string {
  const removed = listed(amountsOf(rule), 'comma');
  if (removed !== '') return t('The next run removes {amount}.', { amount: removed });
  return rule.next_at === null
    ? t('Nothing is old enough.')
    : t('Nothing yet; the first goes on {day}.', { day: dayName(Date.parse(rule.next_at)) });
}

function lastRunText({ last_run: last }: Forecast): string {
  return last === null
    ? t('Nothing has been removed so far.')
    : t('Last removed {when}: {size} freed.', {
        when: age(Date.parse(last.at)),
        size: bytes(last.bytes_freed),
      });
}
