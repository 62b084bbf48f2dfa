/** The installed pipes and one of them in detail. */
import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { type Pipe, usePipeActions, usePipes } from '../data/pipes.ts';
import { t } from '../language/message.ts';
import { Switch } from '../parts/bits.tsx';
import { toastError } from '../parts/dialogs/toast.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { ExampleList } from './example-list.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { PipeDetail } from './pipe-detail.tsx';
import { scheduleText } from './schedule.ts';
import './pipes.css';

export function PipesView() {
  const { id } = useParams<{ id?: string }>();
  const heading = useHeadingFocus();
  useTitle(t('Pipes'));
  const pipes = usePipes();
  const [isInstalling, setInstalling] = useState(false);
  const shown = pipes.data?.find((pipe) => pipe.id === id) ?? pipes.data?.[0];
  return (
    <div className="page">
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('Pipes')}
          </h1>
          <p>{t('Small programs that work on what was recorded, on this machine.')}</p>
        </div>
        <span className="sp" />
        {pipes.data && (
          <button type="button" className="btn pri" onClick={() => setInstalling(true)}>
            <Plus className="ic s" aria-hidden="true" />
            {t('Install a pipe')}
          </button>
        )}
      </div>
      {pipes.isPending && <Loading />}
      {pipes.isError && <ErrorState error={pipes.error} retry={() => void pipes.refetch()} />}
      {pipes.data === null && (
        <EmptyState
          icon={Waypoints}
          title={t('This service runs no pipes yet')}
          text={t('A newer one will.')}
        />
      )}
      {pipes.data?.length === 0 && (
        <>
          <EmptyState
            icon={Waypoints}
            title={t('No pipes yet')}
            text={t(
              'Start with one of these, or install one from a folder, an address or npm. Nothing of it runs before you turn it on.',
            )}
          />
          <ExampleList />
        </>
      )}
      {shown && (
        <div className="split">
          <nav className="card list" aria-label={t('Installed pipes')}>
            {pipes.data?.map((pipe) => (
              <PipeItem key={pipe.id} pipe={pipe} isShown={pipe === shown} />
            ))}
          </nav>
          <PipeDetail key={shown.id} pipe={shown} />
        </div>
      )}
      <InstallDialog isOpen={isInstalling} onClose={() => setInstalling(false)} />
    </div>
  );
}

function PipeItem({ pipe, isShown }: { pipe: Pipe; isShown: boolean }) {
  const actions = usePipeActions();
  return (
    <div className="pitem" aria-current={isShown ? 'true' : undefined}>
      <Link href={`/app/pipes/${encodeURIComponent(pipe.id)}`} className="m ell">
        {pipe.name}
      </Link>
      <Switch
        label={t('{name} is on', { name: pipe.name })}
        checked={pipe.enabled}
        onChange={(checked) => {
          actions.enable(pipe.id, checked).catch(toastError);
        }}
      />
      <span className="sm dim ell">{triggerText(pipe)}</span>
      <span className={`st ${stateOf(pipe).tone}`}>{stateOf(pipe).word}</span>
    </div>
  );
}

function triggerText({ config }: Pipe): string {
  const { schedule, trigger } = config;
  return scheduleText(String(schedule ?? trigger ?? ''));
}

function stateOf(pipe: Pipe): { tone: string; word: string } {
  if (pipe.is_running) return { tone: 'ok', word: t('Running') };
  if (pipe.consecutive_failures >= 3)
    return {
      tone: 'bad',
      word: t('{count, plural, one {Failed # time} other {Failed # times}}', {
        count: pipe.consecutive_failures,
      }),
    };
  if (pipe.last_error)
    return { tone: 'warn', word: pipe.last_success ? t('Warning') : t('Last run failed') };
  return pipe.enabled ? { tone: 'ok', word: t('On') } : { tone: 'off', word: t('Off') };
}
