/** Sync: what would be sent and how to turn it on; once on, how it is doing, the devices and the history. */
import type { SyncStatus } from '@hindcast/client';
import { Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSettings } from '../data/settings/settings.ts';
import {
  useDeviceStorage,
  useSyncActions,
  useSyncHistory,
  useSyncStatus,
} from '../data/settings/sync.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { bytes, clock, count, dayName, plural } from '../parts/format.ts';
import { Banner, EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';

const moment = (time: string) => `${dayName(Date.parse(time))}, ${clock(Date.parse(time))}`;

export function SyncView() {
  const heading = useHeadingFocus();
  useTitle('Sync');
  const status = useSyncStatus();
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Sync
          </h1>
          <p>Encrypted on this machine before it leaves. The server cannot read it.</p>
        </div>
      </div>
      {status.isPending && <Loading />}
      {status.isError && <ErrorState error={status.error} retry={() => void status.refetch()} />}
      {status.data === null && (
        <EmptyState
          icon={RefreshCw}
          title="This service cannot sync yet"
          text="Everything stays on this machine."
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
    return `Short: ${SHORTEST_PASSWORD} characters or more are hard to guess.`;
  return new Set(password).size < 6 ? 'Long, but with few different characters.' : 'Good length.';
}

function Off({ status }: { status: SyncStatus }) {
  const actions = useSyncActions();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const place = useSettings().data?.data.find(({ key }) => key === 'sync.url');
  const hasNoPlace = place?.value === '';
  const submit = async (data: FormData) => {
    if (data.get('again') !== password) return setProblem('The two passwords differ.');
    setBusy(true);
    setProblem(undefined);
    try {
      await actions.init(String(data.get('token')), password);
      toast('Sync is on.');
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
        <h2 className="mb-3">{status.machine_id ? 'Unlock sync' : 'Turn sync on'}</h2>
        <form
          className="col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <label className="sm">
            Token of the server
            <input name="token" className="field" required autoComplete="off" />
          </label>
          <label className="sm">
            Password
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
            Password again
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
            If you lose this password, nobody can open the synced copy.
          </label>
          {hasNoPlace && (
            <p className="sm">
              First say where your devices meet, a hub or a shared folder:{' '}
              <Link href="/app/settings/advanced">Settings, Advanced</Link>. It takes effect after a
              restart.
            </p>
          )}
          {problem && (
            <p className="st bad" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" className="btn pri" disabled={isBusy || hasNoPlace}>
            {isBusy ? 'Connecting…' : 'Turn sync on'}
          </button>
        </form>
      </section>
      <section className="card pad">
        <h2 className="mb-3">What would be sent</h2>
        <ul className="col gap-3 sm">
          <li>
            <b>Text</b>: what was read and said, app and window names, tags, names of voices.
          </li>
          <li>
            <b>Pictures and sound</b>: only in the mode that includes them; see sync in Settings.
          </li>
          <li>
            <b>Never</b>: your password and its key. They stay on your devices.
          </li>
        </ul>
      </section>
    </div>
  );
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
          <Banner tone="bad" title="The last round failed" text={status.last_error} />
        </div>
      )}
      <section className="card pad mb-4">
        <div className="row wrap">
          <div className="grow">
            <p className="b">{status.is_syncing ? 'Syncing now' : 'In step'}</p>
            <p className="sm dim">
              {status.last_sync ? `Last: ${moment(status.last_sync)}` : 'No round yet'} ·{' '}
              {plural(status.pending_changes, 'change')} to send
              {status.storage_used !== null && ` · ${bytes(status.storage_used)} at the server`}
            </p>
          </div>
          <button type="button" className="btn pri" onClick={act(actions.trigger, 'Synced.')}>
            <RefreshCw className="ic s" aria-hidden="true" />
            Sync now
          </button>
          <button
            type="button"
            className="btn"
            onClick={act(actions.lock, 'Locked. The password opens it again.')}
          >
            <Lock className="ic s" aria-hidden="true" />
            Lock
          </button>
        </div>
      </section>
      <div className="g2">
        <section className="card pad">
          <h2 className="mb-2">Devices</h2>
          <ul className="list sm">
            {(storage ?? []).map((device) => (
              <li key={device.machine_id ?? 'here'} className="row devrow">
                <span className="m grow ell">{device.machine_id ?? 'This device'}</span>
                <span className="dim num">
                  {count(device.frames)} pictures, {count(device.audio_chunks)} recordings
                </span>
              </li>
            ))}
            {status.devices.map((device) => (
              <li key={device.machine_id} className="row devrow">
                <span className="m grow ell">
                  {device.machine_id}
                  {device.former_name && <span className="dim"> (a former name of this one)</span>}
                </span>
                <span className="dim num">
                  {device.segments_read} of {device.segments} read · seen{' '}
                  {moment(device.last_seen_at)}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className="card pad">
          <h2 className="mb-2">History</h2>
          {history.length === 0 && <p className="sm dim">Nothing was exchanged yet.</p>}
          <ul className="list sm">
            {history.map((run) => (
              <li key={`${run.direction} ${run.id}`} className="row devrow">
                <span className="num dim">{moment(run.started_at)}</span>
                <span className="grow">
                  {run.direction === 'upload' ? 'Sent' : 'Fetched'} {plural(run.records, 'record')},{' '}
                  {bytes(run.bytes)}
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
