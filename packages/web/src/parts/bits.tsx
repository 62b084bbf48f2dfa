/** Small words of the page: app dot, avatar, keys, marked text, segmented choice, switch. */
import type { CSSProperties, ReactNode } from 'react';
import { appColour } from './app-colour.ts';
import { initials } from './format.ts';
import type { Piece } from './snippet.ts';

export function colourStyle(name: string | null | undefined): CSSProperties {
  return { '--c': appColour(name) } as CSSProperties;
}

export function AppDot({ app }: { app: string | null | undefined }) {
  return <span className="app-d" style={colourStyle(app)} aria-hidden="true" />;
}

export function Avatar({ name, size = '' }: { name: string; size?: '' | 's' | 'l' }) {
  return (
    <span className={`av ${size}`} style={colourStyle(name)} aria-hidden="true">
      {name === '' ? '?' : initials(name)}
    </span>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd aria-hidden="true">{children}</kbd>;
}

export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMatch }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
    isMatch ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  );
}

export function Segmented<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange(value: Value): void;
  className?: string;
}) {
  return (
    <fieldset className={`seg ${props.className ?? ''}`}>
      <legend className="sr">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

export function Switch(props: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <button
      type="button"
      role="switch"
      className="sw"
      aria-checked={props.checked}
      aria-label={props.label}
      disabled={props.disabled}
      onClick={() => props.onChange(!props.checked)}
    />
  );
}
