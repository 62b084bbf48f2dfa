/** What the question named as a filter: each can be removed, and put back. */
import type { Understood, UnderstoodKind } from '@hindcast/client';
import { AppWindow, Clock, Globe, RotateCcw, User, X } from 'lucide-react';

const KINDS = {
  time: { name: 'Time', icon: Clock },
  app: { name: 'App', icon: AppWindow },
  site: { name: 'Site', icon: Globe },
  person: { name: 'Person', icon: User },
} as const;

export function UnderstoodChips(props: {
  understood: readonly Understood[];
  ignored: readonly UnderstoodKind[];
  onIgnore(ignored: readonly UnderstoodKind[]): void;
}) {
  const { understood, ignored, onIgnore } = props;
  return (
    // Its height is there before its chips, so that nothing moves when they come.
    <ul className="understood" aria-label="Understood of the question">
      {understood.map(({ kind, label, text }) => {
        const { name, icon: Icon } = KINDS[kind];
        return (
          <li key={kind}>
            <button
              type="button"
              className="chip on"
              title={`Understood from “${text}”. Click to look everywhere.`}
              aria-label={`Remove the filter ${name}: ${label}`}
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
            aria-label={`Put the filter ${KINDS[kind].name} back`}
            onClick={() => onIgnore(ignored.filter((other) => other !== kind))}
          >
            <RotateCcw className="ic s" aria-hidden="true" />
            Any {KINDS[kind].name.toLowerCase()}
          </button>
        </li>
      ))}
    </ul>
  );
}
