/** What keeping and deleting by age or size comes to: how much there is, what goes next, and what went last. */
import { useRetention } from '../data/settings/retention.ts';
import { age, bytes, dayName, plural } from '../parts/format.ts';

type Forecast = NonNullable<ReturnType<typeof useRetention>['data']>;
type Rule = Forecast['forecast'][number];

const RULES: Readonly<Record<string, string>> = {
  text: 'Texts with their pictures and sound',
  pixels: 'Pictures; their text stays',
  audio: 'Recordings; their text stays',
  input: 'Input events',
  size: 'The oldest, when the space is used up',
};

export function RetentionSection() {
  const { data } = useRetention();
  if (!data) return null;
  return (
    <section>
      <h2 className="mb-2">What is kept</h2>
      <div className="card list">
        <div className="srow">
          <p className="m">Space taken now</p>
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
        <p className="pad sm dim">
          {data.forecast.length === 0 && 'Nothing is deleted without this being set. '}
          {lastRunText(data)}
        </p>
      </div>
    </section>
  );
}

function comingText(rule: Rule): string {
  const parts = [
    [rule.frames + rule.pictures, 'picture'],
    [rule.transcriptions, 'line of speech', 'lines of speech'],
    [rule.recordings, 'recording'],
    [rule.accessibility, 'text of a window', 'texts of windows'],
    [rule.ui_events, 'input event'],
  ] as const;
  const counted = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many));
  if (counted.length > 0) return `The next run removes ${counted.join(', ')}.`;
  return rule.next_at === null
    ? 'Nothing is old enough.'
    : `Nothing yet; the first goes on ${dayName(Date.parse(rule.next_at))}.`;
}

function lastRunText({ last_run: last }: Forecast): string {
  return last === null
    ? 'Nothing has been removed so far.'
    : `Last removed ${age(Date.parse(last.at))}: ${bytes(last.bytes_freed)} freed.`;
}
