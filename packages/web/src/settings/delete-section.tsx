/** Deleting a stretch of time, an app or a site: choose, see how much, then delete. */
import { useState } from 'react';
import type { DeleteRequest } from '../data/deletion.ts';
import { useFacets } from '../data/search.ts';
import { t } from '../language/message.ts';
import { DeleteDialog } from '../parts/dialogs/delete-dialog.tsx';
import { dayStart, fromTo, isoOf, moment } from '../parts/format.ts';

interface Chosen {
  title: string;
  request: DeleteRequest;
}

export function DeleteSection() {
  const [chosen, choose] = useState<Chosen>();
  return (
    <section>
      <h2 className="mb-2">{t('Delete')}</h2>
      <div className="card list">
        <RangeRow onChoose={choose} />
        <NameRow kind="app" label={t('Delete everything of one app')} onChoose={choose} />
        <NameRow kind="site" label={t('Delete everything of one site')} onChoose={choose} />
      </div>
      {chosen && (
        <DeleteDialog
          isOpen
          title={chosen.title}
          request={chosen.request}
          onClose={() => choose(undefined)}
        />
      )}
    </section>
  );
}

/** What a field for date and time holds, in local time. */
function fieldValue(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
}

function RangeRow({ onChoose }: { onChoose(chosen: Chosen): void }) {
  const [from, setFrom] = useState(() => fieldValue(dayStart(Date.now())));
  const [to, setTo] = useState(() => fieldValue(Date.now()));
  const startMs = Date.parse(from);
  const endMs = Date.parse(to);
  const isRange = startMs < endMs;
  return (
    <form
      className="srow"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({
          title: t('Delete {range}', { range: fromTo(moment(startMs), moment(endMs)) }),
          request: { start: isoOf(startMs), end: isoOf(endMs) },
        });
      }}
    >
      <div className="min0">
        <p className="m">{t('Delete a time range')}</p>
        <p className="sm dim">
          {t('Pictures, text and sound. You see how much before it happens.')}
        </p>
        <div className="row wrap mt-2">
          <label className="sm">
            {t('From')}
            <input
              type="datetime-local"
              className="field"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          </label>
          <label className="sm">
            {t('To')}
            <input
              type="datetime-local"
              className="field"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </label>
        </div>
        {!isRange && <p className="sm st bad">{t('The start must lie before the end.')}</p>}
      </div>
      <button type="submit" className="btn danger" disabled={!isRange}>
        {t('Delete range…')}
      </button>
    </form>
  );
}

function NameRow(props: { kind: 'app' | 'site'; label: string; onChoose(chosen: Chosen): void }) {
  const { kind, label, onChoose } = props;
  const { data } = useFacets({ fields: kind, limit: '200' }, true);
  const [name, setName] = useState('');
  const names = data?.data[kind] ?? [];
  return (
    <form
      className="srow"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({
          title: t('Delete everything of {name}', { name }),
          request: kind === 'app' ? { app_name: name } : { site: name },
        });
      }}
    >
      <div className="min0">
        <p className="m">{label}</p>
        <select
          className="field mt-2"
          aria-label={kind === 'app' ? t('App') : t('Site')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        >
          <option value="">{t('Choose…')}</option>
          {names.map(({ value, count }) => (
            <option key={value} value={value}>
              {value} ({count})
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="btn danger" disabled={name === ''}>
        {kind === 'app' ? t('Delete app…') : t('Delete site…')}
      </button>
    </form>
  );
}
