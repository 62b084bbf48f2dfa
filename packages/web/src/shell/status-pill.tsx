/**
 * Whether anything is being recorded, with an age, on every view; never a bare green dot. Opening it shows the devices and the pauses.
 */
import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../data/api.ts';
import { useHealth } from '../data/health.ts';
import { recordingOf } from '../data/recording.ts';
import { PAUSE_CHOICES, type PauseChoice, pause, resume } from '../data/settings/pause.ts';
import { listed, t } from '../language/message.ts';
import { Button, DialogTrigger, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { toast, toastError } from '../parts/dialogs/toast.tsx';

const LOOKS = { ok: '', warn: 'w', bad: 'b', paused: 'p', unknown: '' } as const;

function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

export function StatusPill() {
  const health = useHealth();
  const nowMs = useNow(5_000);
  const { tone, word, detail } = recordingOf(health, nowMs);
  const isPaused = tone === 'paused';
  const isWaiting = health.report?.waiting_for_agreement === true;
  const dot = tone === 'ok' ? 'ok' : tone === 'warn' ? 'warn' : tone === 'bad' ? 'bad' : '';
  return (
    <DialogTrigger>
      <div className={`rec ${LOOKS[tone]}`}>
        <Button className="open">
          {isPaused ? (
            <Pause className="ic s" aria-hidden="true" />
          ) : (
            <span className={`dot ${dot}`} aria-hidden="true" />
          )}
          <span className="rt">{word}</span>
          <span className="age num">{detail}</span>
          <span className="sr">, {t('recording details')}</span>
        </Button>
        {!isWaiting && <PauseButton isPaused={isPaused} />}
      </div>
      <PopoverDialog label={t('Recording')} className="pillpop">
        {(close) => <PillDetails isPaused={isPaused} onDone={close} />}
      </PopoverDialog>
      <Announcement isBad={tone === 'bad'} text={`${word}, ${detail}`} />
    </DialogTrigger>
  );
}

/** Only a change for the worse interrupts. */
function Announcement({ isBad, text }: { isBad: boolean; text: string }) {
  const [said, say] = useState('');
  useEffect(() => {
    say(isBad ? text : '');
    document.title = document.title.replace(/^\(!\) /, '');
    if (isBad) document.title = `(!) ${document.title}`;
    // The words change now and then; only the state is announced.
  }, [isBad, text]);
  return (
    <span className="sr" aria-live="assertive">
      {said}
    </span>
  );
}

async function choose(choice: PauseChoice): Promise<void> {
  try {
    await pause(choice);
    toast(t('Paused. Nothing is recorded.'), () => void resumeNow());
  } catch (error) {
    toastError(error);
  }
}

async function resumeNow(): Promise<void> {
  try {
    await resume();
    toast(t('Recording again.'));
  } catch (error) {
    toastError(error);
  }
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  return isPaused ? (
    <button
      type="button"
      className="pz"
      onClick={() => void resumeNow()}
      aria-label={t('Resume recording')}
    >
      <Play className="ic s" aria-hidden="true" />
      <span>{t('Resume')}</span>
    </button>
  ) : (
    <button
      type="button"
      className="pz"
      onClick={() => void choose('5min')}
      aria-label={t('Pause recording for 5 minutes')}
    >
      <Pause className="ic s" aria-hidden="true" />
      <span>{t('Pause')}</span>
    </button>
  );
}

interface Device {
  name: string;
}

function PillDetails({ isPaused, onDone }: { isPaused: boolean; onDone(): void }) {
  const { report } = useHealth();
  const displays = useQuery({
    queryKey: ['displays'],
    queryFn: ({ signal }) => call<Device[]>('/vision/list', { signal }),
  });
  const devices = useQuery({
    queryKey: ['audio devices'],
    queryFn: ({ signal }) => call<Device[]>('/audio/list', { signal }),
  });
  return (
    <>
      <p className="sm mute">{report?.message ?? t('No answer yet.')}</p>
      <dl className="kv">
        <dt>{t('Screen')}</dt>
        <dd>{stateWord(report?.frame_status)}</dd>
        <dt>{t('Displays')}</dt>
        <dd>{names(displays.data)}</dd>
        <dt>{t('Sound')}</dt>
        <dd>{stateWord(report?.audio_status)}</dd>
        <dt>{t('Devices')}</dt>
        <dd>{names(devices.data)}</dd>
      </dl>
      {report?.waiting_for_agreement ? (
        <Link className="btn pri" href="/app/welcome" onClick={onDone}>
          {t('See and decide')}
        </Link>
      ) : (
        <Pauses isPaused={isPaused} onDone={onDone} />
      )}
      <Link className="sm" href="/app/health" onClick={onDone}>
        {t('Health')}
      </Link>
    </>
  );
}

function Pauses({ isPaused, onDone }: { isPaused: boolean; onDone(): void }) {
  return (
    <>
      <p className="sm m">{isPaused ? t('Recording is paused') : t('Pause everything')}</p>
      <div className="row wrap">
        {isPaused ? (
          <button
            type="button"
            className="btn pri"
            onClick={() => {
              onDone();
              void resumeNow();
            }}
          >
            {t('Resume')}
          </button>
        ) : (
          PAUSE_CHOICES.map(({ choice, label }) => (
            <button
              key={choice}
              type="button"
              className="btn sm"
              onClick={() => {
                onDone();
                void choose(choice);
              }}
            >
              {label}
            </button>
          ))
        )}
      </div>
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  ok: t('working'),
  stale: t('stopped'),
  not_started: t('nothing yet'),
  disabled: t('off in your settings'),
};

function stateWord(status: string | undefined): string {
  return WORDS[status ?? ''] ?? t('unknown');
}

function names(devices: readonly Device[] | undefined): string {
  if (!devices || devices.length === 0) return t('none');
  return listed(
    devices.map(({ name }) => name),
    'comma',
  );
}
