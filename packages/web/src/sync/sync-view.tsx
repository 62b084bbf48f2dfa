/** Sync: what would be sent and how to turn it on; once on, how it is doing, the devices and the history. */
import type { SyncStatus } from '@hindcast/client';
import { Lock, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useSettings } from '../data/settings/settings.ts';
import {
  type SyncRun,
  useDeviceStorage,
  useSyncActions,
  useSyncHistory,
  useSyncStatus,
} from '../data/settings/sync.ts';
import { rich, t } from '../language/message.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { bytes, exactMoment } from '../parts/format.ts';
import { Banner, EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';

const momentOf = (time: string) => exactMoment(Date.parse(time));
const bold = (text: ReactNode) => <b>{text}</b>;

export function SyncView() {
  const heading = useHeadingFocus();
  useTitle(t('Sync'));
  const status = useSyncStatus();
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('Sync')}
          </h1>
          <p>{t('Encrypted on this machine before it leaves. The server cannot read it.')}</p>
        </div>
      </div>
      {status.isPending && <Loading />}
      {status.isError && <ErrorState error={status.error} retry={() => void status.refetch()} />}
      {status.data === null && (
        <EmptyState
          icon={RefreshCw}
          title={t('This service cannot sync yet')}
          text={t('Everything stays on this machine.')}
        />
      )}
      {status.data &&
        (status.data.enabled ? <On status={status.data} /> : <Off status={status.data} />)}
    </div>
  );
}

const SHORTEST_PASSWORD = 12;

function strength(password: string): string {
  if (password.length === 0) return '';
  if (password.length < SHORTEST_PASSWORD)
    return t('Short: {count, number} characters or more are hard to guess.', {
      count: SHORTEST_PASSWORD,
    });
  return new Set(password).size < 6
    ? t('Long, but with few different characters.')
    : t('Good length.');
}

function Off({ status }: { status: SyncStatus }) {
  const actions = useSyncActions();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const place = useSettings().data?.data.find(({ key }) => key === 'sync.url');
  const hasNoPlace = place?.value === '';
  const submit = async (data: FormData) => {
    if (data.get('again') !== password) return setProblem(t('The two passwords differ.'));
    setBusy(true);
    setProblem(undefined);
    try {
      await actions.init(String(data.get('token')), password);
      toast(t('Sync is on.'));
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      setProblem([message, hint].filter(Boolean).join('. '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="g2">
      <section className="card pad">
        <h2 className="mb-3">{status.machine_id ? t('Unlock sync') : t('Turn sync on')}</h2>
        <form
          className="col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <label className="sm">
            {t('Token of the server')}
            <input name="token" className="field" required autoComplete="off" />
          </label>
          <label className="sm">
            {t('Password')}
            <input
              type="password"
              className="field"
              required
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
          <p className={password === '' ? 'sr' : 'xs dim'} aria-live="polite">
            {strength(password)}
          </p>
          <label className="sm">
            {t('Password again')}
            <input
              name="again"
              type="password"
              className="field"
              required
              autoComplete="new-password"
            />
          </label>
          <label className="row sm">
            <input type="checkbox" required />
            {t('If you lose this password, nobody can open the synced copy.')}
          </label>
          {hasNoPlace && (
            <p className="sm">
              {rich(
                'First say where your devices meet, a hub or a shared folder: <link>Settings, Advanced</link>. It takes effect after a restart.',
                { link: (text) => <Link href="/app/settings/advanced">{text}</Link> },
              )}
            </p>
          )}
          {problem && (
            <p className="st bad" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" className="btn pri" disabled={isBusy || hasNoPlace}>
            {isBusy ? t('Connecting…') : t('Turn sync on')}
          </button>
        </form>
      </section>
      <section className="card pad">
        <h2 className="mb-3">{t('What would be sent')}</h2>
        <ul className="col gap-3 sm">
          <li>
            {rich(
              '<b>Text</b>: what was read and said, app and window names, tags, names of voices.',
              { b: bold },
            )}
          </li>
          <li>
            {rich(
              '<b>Pictures and sound</b>: only in the mode that includes them; see sync in Settings.',
              { b: bold },
            )}
          </li>
          <li>
            {rich('<b>Never</b>: your password and its key. They stay on your devices.', {
              b: bold,
            })}
          </li>
        </ul>
      </section>
    </div>
  );
}

function exchangedText({ direction, records, bytes: size }: SyncRun): string {
  const values = { records, size: bytes(size) };
  return direction === 'upload'
    ? t('Sent {records, plural, one {# record} other {# records}}, {size}', values)
    : t('Fetched {records, plural, one {# record} other {# records}}, {size}', values);
}

function On({ status }: { status: SyncStatus }) {
  const actions = useSyncActions();
  const { data: history = [] } = useSyncHistory(true);
  const { data: storage } = useDeviceStorage(true);
  const act = (work: () => Promise<void>, done: string) => () => {
    work().then(() => toast(done), toastError);
  };
  return (
    <>
      {status.last_error && (
        <div className="mb-4">
          <Banner tone="bad" title={t('The last round failed')} text={status.last_error} />
        </div>
      )}
      {status.role === 'keeper' && (
        <div className="mb-4">
          <Banner
            tone="info"
            title={t('This machine is the keeper')}
            text={t('It holds everything of all devices and answers for those that are off.')}
          />
        </div>
      )}
      <section className="card pad mb-4">
        <div className="row wrap">
          <div className="grow">
            <p className="b">{status.is_syncing ? t('Syncing now') : t('In step')}</p>
            <p className="sm dim">
              {[
                status.last_sync
                  ? t('Last: {time}', { time: momentOf(status.last_sync) })
                  : t('No round yet'),
                t('{count, plural, one {# change} other {# changes}} to send', {
                  count: status.pending_changes,
                }),
                ...(status.storage_used === null
                  ? []
                  : [t('{size} at the server', { size: bytes(status.storage_used) })]),
              ].join(' · ')}
            </p>
          </div>
          <button type="button" className="btn pri" onClick={act(actions.trigger, t('Synced.'))}>
            <RefreshCw className="ic s" aria-hidden="true" />
            {t('Sync now')}
          </button>
          <button
            type="button"
            className="btn"
            onClick={act(actions.lock, t('Locked. The password opens it again.'))}
          >
            <Lock className="ic s" aria-hidden="true" />
            {t('Lock')}
          </button>
        </div>
      </section>
      <div className="g2">
        <section className="card pad">
          <h2 className="mb-2">{t('Devices')}</h2>
          <ul className="list sm">
            {(storage ?? []).map((device) => (
              <li key={device.machine_id ?? 'here'} className="row devrow">
                <span className="m grow ell">{device.machine_id ?? t('This device')}</span>
                <span className="dim num">
                  {t(
                    '{pictures, plural, one {# picture} other {# pictures}}, {recordings, plural, one {# recording} other {# recordings}}',
                    { pictures: device.frames, recordings: device.audio_chunks },
                  )}
                </span>
              </li>
            ))}
            {status.devices.map((device) => (
              <li key={device.machine_id} className="row devrow">
                <span className="m grow ell">
                  {device.machine_id}
                  {device.keeper && <span className="b"> {t('(keeper: holds everything)')}</span>}
                  {device.former_name && (
                    <span className="dim"> {t('(a former name of this one)')}</span>
                  )}
                </span>
                <span className="dim num">
                  {t('{read, number} of {all, number} read · seen {time}', {
                    read: device.segments_read,
                    all: device.segments,
                    time: momentOf(device.last_seen_at),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className="card pad">
          <h2 className="mb-2">{t('History')}</h2>
          {history.length === 0 && <p className="sm dim">{t('Nothing was exchanged yet.')}</p>}
          <ul className="list sm">
            {history.map((run) => (
              <li key={`${run.direction} ${run.id}`} className="row devrow">
                <span className="num dim">{momentOf(run.started_at)}</span>
                <span className="grow">
                  {exchangedText(run)}
                  {run.error && <span className="st bad"> {run.error}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
