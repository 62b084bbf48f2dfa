/** One pipe: its settings by their schema, its runs, its log while it is written, and what it may do. */
import { Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Pipe, useExecutions, useLog, usePipeActions, useSandbox } from '../data/pipes.ts';
import { listed, t } from '../language/message.ts';
import { Segmented } from '../parts/bits.tsx';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';
import { copyText, toast, toastError } from '../parts/dialogs/toast.tsx';
import { clock, duration, exactMoment } from '../parts/format.ts';
import { Banner } from '../parts/states.tsx';
import { SchemaForm } from './schema-form.tsx';

const TABS = ['settings', 'runs', 'log', 'permissions'] as const;
type Tab = (typeof TABS)[number];
const TAB_NAMES: Readonly<Record<Tab, string>> = {
  settings: t('Settings'),
  runs: t('Runs'),
  log: t('Log'),
  permissions: t('Permissions'),
};

export function PipeDetail({ pipe }: { pipe: Pipe }) {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('tab') as Tab;
  const tab = TABS.includes(asked) ? asked : 'settings';
  const actions = usePipeActions();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section className="card pad" aria-label={pipe.name}>
      <div className="row wrap mb-2">
        <h2 className="grow ell">{pipe.name}</h2>
        {pipe.is_running ? (
          <button
            type="button"
            className="btn"
            onClick={() => actions.stop(pipe.id).catch(toastError)}
          >
            <Square className="ic s" aria-hidden="true" />
            {t('Stop')}
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            onClick={() => {
              actions.run(pipe.id).then(() => setParameters({ tab: 'log' }), toastError);
            }}
          >
            <Play className="ic s" aria-hidden="true" />
            {t('Run now')}
          </button>
        )}
        <button type="button" className="btn danger" onClick={() => setRemoving(true)}>
          <Trash2 className="ic s" aria-hidden="true" />
          {t('Remove')}
        </button>
      </div>
      <p className="mute">{pipe.description}</p>
      <p className="xs dim mb-3">
        {[
          pipe.version && t('Version {version}', { version: pipe.version }),
          pipe.author,
          pipe.source,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {pipe.permissions.missing.length > 0 && <MissingPermissions pipe={pipe} />}
      {pipe.last_error && (
        <div className="mb-3">
          {pipe.last_success ? (
            <Banner tone="warn" title={t('A warning')} text={pipe.last_error} />
          ) : (
            <Banner tone="bad" title={t('The last run failed')} text={pipe.last_error} />
          )}
        </div>
      )}
      <Segmented
        label={t('About this pipe')}
        value={tab}
        options={TABS.map((value) => ({ value, label: TAB_NAMES[value] }))}
        onChange={(next) => setParameters({ tab: next })}
      />
      <div className="mt-4">
        {tab === 'settings' && (
          <SchemaForm
            schema={pipe.config_schema}
            value={pipe.config}
            onSave={(change) => actions.configure(pipe.id, change)}
          />
        )}
        {tab === 'runs' && <Runs id={pipe.id} />}
        {tab === 'log' && <Log id={pipe.id} />}
        {tab === 'permissions' && (
          <>
            <pre className="log pre">{JSON.stringify(pipe.permissions, null, 2)}</pre>
            <Sandbox />
          </>
        )}
      </div>
      <ModalDialog
        title={t('Remove {name}?', { name: pipe.name })}
        role="alertdialog"
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
      >
        <p>{t('Its folder, its settings and its history go. What was recorded stays.')}</p>
        <div className="foot">
          <button type="button" className="btn" onClick={() => setRemoving(false)}>
            {t('Keep')}
          </button>
          <button
            type="button"
            className="btn danger"
            onClick={() => {
              setRemoving(false);
              actions
                .remove(pipe.id)
                .then(() => toast(t('Removed {name}.', { name: pipe.name })), toastError);
            }}
          >
            {t('Remove {name}', { name: pipe.name })}
          </button>
        </div>
      </ModalDialog>
    </section>
  );
}

function MissingPermissions({ pipe: { id, permissions } }: { pipe: Pipe }) {
  const actions = usePipeActions();
  return (
    <div className="mb-3">
      <Banner
        tone="warn"
        title={t('It asks for {permissions}', {
          permissions: listed(permissions.missing, 'comma'),
        })}
        text={t('It cannot do that before you allow it.')}
        actions={
          <button
            type="button"
            className="btn"
            onClick={() => {
              actions
                .configure(id, { allow: permissions.missing })
                .then(() => toast(t('Allowed.')), toastError);
            }}
          >
            {t('Allow')}
          </button>
        }
      />
    </div>
  );
}

const WALLS: Record<string, string> = { runtime: 'Node', files: t('Files'), network: t('Network') };

/** Said also when a wall is missing: a person decides by it whom to trust. */
function Sandbox() {
  const { data: walls = [] } = useSandbox();
  if (walls.length === 0) return null;
  return (
    <section className="mt-4" aria-label={t('What holds pipes on this machine')}>
      <h3 className="mb-2">{t('What holds pipes on this machine')}</h3>
      <ul className="list">
        {walls.map(({ name, stands, detail }) => (
          <li key={name} className="row">
            <span className={`st ${stands ? 'ok' : 'warn'}`}>{WALLS[name] ?? name}</span>
            <span className="sm min0 grow">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUSES: Readonly<Record<string, string>> = {
  running: t('running'),
  completed: t('completed'),
  failed: t('failed'),
  timed_out: t('timed out'),
  cancelled: t('cancelled'),
};

function Runs({ id }: { id: string }) {
  const { data: runs = [] } = useExecutions(id);
  if (runs.length === 0) return <p className="sm dim">{t('It has not run yet.')}</p>;
  const longest = Math.max(1, ...runs.map(({ duration_ms }) => duration_ms ?? 0));
  return (
    <>
      <div className="runs mb-3" aria-hidden="true">
        {runs.toReversed().map((run) => (
          <i
            key={run.execution_id}
            className={run.status === 'failed' ? 'f' : ''}
            style={{ height: `${Math.max(8, (100 * (run.duration_ms ?? 0)) / longest)}%` }}
          />
        ))}
      </div>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{t('Started')}</th>
            <th scope="col">{t('Length')}</th>
            <th scope="col">{t('Items')}</th>
            <th scope="col">{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.execution_id}>
              <td className="num">{exactMoment(Date.parse(run.started_at))}</td>
              <td className="num">{run.duration_ms === null ? '' : duration(run.duration_ms)}</td>
              <td className="num">{run.items_processed}</td>
              <td>
                <span className={`st ${run.status === 'failed' ? 'bad' : 'ok'}`}>
                  {STATUSES[run.status] ?? run.status}
                </span>
                {run.error && <p className="xs dim">{run.error}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const MOST_LINES = 2_000;

function Log({ id }: { id: string }) {
  const { data: entries = [] } = useLog(id);
  if (entries.length === 0)
    return <p className="sm dim">{t('Nothing was logged since the service started.')}</p>;
  const shown = entries.slice(-MOST_LINES);
  return (
    <>
      <button
        type="button"
        className="btn sm mb-2"
        onClick={() =>
          void copyText(
            shown
              .map(({ timestamp, level, message }) => `${timestamp} ${level} ${message}`)
              .join('\n'),
            t('Copied the log.'),
          )
        }
      >
        {t('Copy')}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div className="log scrolls" role="log" aria-label={t('Log')} tabIndex={0}>
        {shown.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name
          <div key={`${entry.timestamp} ${i}`}>
            <span className="dim">{clock(Date.parse(entry.timestamp))}</span>
            <span
              className={`st ${entry.level === 'error' ? 'bad' : entry.level === 'warn' ? 'warn' : 'off'}`}
            >
              {entry.level}
            </span>
            <span className="pre">{entry.message}</span>
          </div>
        ))}
      </div>
    </>
  );
}
