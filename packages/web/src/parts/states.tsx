/** What a view shows when there is nothing, not yet anything, or an error: why, and one way on. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { HindcastError } from '../data/api.ts';
import { t } from '../language/message.ts';

export function EmptyState(props: {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  const { icon: Icon, title, text, actions } = props;
  return (
    <div className="empty">
      <Icon className="ic" aria-hidden="true" />
      <h2>{title}</h2>
      {text && <p className="mute">{text}</p>}
      {actions && <div className="row wrap mt-3">{actions}</div>}
    </div>
  );
}

const TONES = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info };

export function Banner(props: {
  tone: keyof typeof TONES;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  const Icon = TONES[props.tone];
  return (
    <div className={`banner ${props.tone === 'info' ? 'ok' : props.tone}`}>
      <Icon className="ic" aria-hidden="true" />
      <div className="min0 grow">
        <p className="b">{props.title}</p>
        {props.text && <p className="mute mt-1 pre">{props.text}</p>}
        {props.actions && <div className="row wrap mt-3">{props.actions}</div>}
      </div>
    </div>
  );
}

export function ErrorState(props: { error: unknown; retry?: (() => void) | undefined }) {
  const { error, retry } = props;
  const known = error instanceof HindcastError ? error : undefined;
  return (
    <div className="empty" role="alert">
      <CircleAlert className="ic" aria-hidden="true" />
      <h2>{sentence(known?.message ?? t('This could not be shown.'))}</h2>
      {known?.hint && <p className="mute">{known.hint}</p>}
      {known && <p className="xs dim mt-2">{known.code}</p>}
      {retry && (
        <button type="button" className="btn mt-3" onClick={retry}>
          {t('Try again')}
        </button>
      )}
    </div>
  );
}

/** Messages of the service begin small, because they may follow the name of a thing. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Nothing for 150 ms: what is quick does not flash. After five seconds it says that it is slow. */
export function Loading({ shape = 'row', rows = 4 }: { shape?: 'row' | 'card'; rows?: number }) {
  const [phase, setPhase] = useState(0);
  useEffect(() => {
    const timers = [setTimeout(() => setPhase(1), 150), setTimeout(() => setPhase(2), 5_000)];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  if (phase === 0) return null;
  return (
    <div className="skeleton" aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
        <div key={i} className={`sk ${shape}`} />
      ))}
      {phase === 2 && <p className="sm dim">{t('This takes longer than usual.')}</p>}
    </div>
  );
}
