/** What the question named as a filter: each can be removed, and put back. */
import type { Understood, UnderstoodKind } from '@hindcast/client';
import { AppWindow, Clock, Globe, RotateCcw, User, X } from 'lucide-react';
import { t } from '../language/message.ts';

const KINDS = {
  time: { name: t('Time'), any: t('Any time'), icon: Clock },
  app: { name: t('App'), any: t('Any app'), icon: AppWindow },
  site: { name: t('Site'), any: t('Any site'), icon: Globe },
  person: { name: t('Person'), any: t('Any person'), icon: User },
} as const;

export function UnderstoodChips(props: {
  understood: readonly Understood[];
  ignored: readonly UnderstoodKind[];
  onIgnore(ignored: readonly UnderstoodKind[]): void;
}) {
  const { understood, ignored, onIgnore } = props;
  return (
    // Its height is there before its chips, so that nothing moves when they come.
    <ul className="understood" aria-label={t('Understood of the question')}>
      {understood.map(({ kind, label, text }) => {
        const { name, icon: Icon } = KINDS[kind];
        return (
          <li key={kind}>
            <button
              type="button"
              className="chip on"
              title={t('Understood from “{text}”. Click to look everywhere.', { text })}
              aria-label={t('Remove the filter {name}: {label}', { name, label })}
              onClick={() => onIgnore([...ignored, kind])}
            >
              <Icon className="ic s" aria-hidden="true" />
              {label}
              <X className="ic s" aria-hidden="true" />
            </button>
          </li>
        );
      })}
      {ignored.map((kind) => (
        <li key={`not ${kind}`}>
          <button
            type="button"
            className="chip"
            aria-label={t('Put the filter {name} back', { name: KINDS[kind].name })}
            onClick={() => onIgnore(ignored.filter((other) => other !== kind))}
          >
            <RotateCcw className="ic s" aria-hidden="true" />
            {KINDS[kind].any}
          </button>
        </li>
      ))}
    </ul>
  );
}
