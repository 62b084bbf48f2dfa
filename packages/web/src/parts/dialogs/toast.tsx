/** One short message at a time at the foot of the page, read out politely; what can be undone stays longer. */
import { useEffect, useState } from 'react';
import { t } from '../../language/message.ts';
import { externalStore, useStore } from '../external-store.ts';
import { useKeys } from '../keys.ts';

interface Message {
  text: string;
  undo?: (() => void) | undefined;
}

const SHOWN_MS = 6_000;
const UNDOABLE_MS = 12_000;

const current = externalStore<Message | undefined>(undefined);

export function toast(text: string, undo?: () => void): void {
  current.set({ text, undo });
}

export function Toasts() {
  const message = useStore(current);
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (!message || isHeld) return;
    const timer = setTimeout(() => current.set(undefined), message.undo ? UNDOABLE_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, isHeld]);
  const undo = () => {
    message?.undo?.();
    current.set(undefined);
  };
  useKeys(message?.undo ? { z: undo } : {});
  return (
    <div role="status" aria-live="polite">
      {message && (
        // biome-ignore lint/a11y/noStaticElementInteractions: looking at it keeps it, nothing is operated here
        <div
          className="toast"
          onMouseEnter={() => hold(true)}
          onMouseLeave={() => hold(false)}
          onFocus={() => hold(true)}
          onBlur={() => hold(false)}
        >
          <span>{message.text}</span>
          {message.undo && (
            <button type="button" onClick={undo}>
              {t('Undo')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** For handlers: what went wrong, in the service's words. */
export function toastError(error: unknown): void {
  const { message, hint } = error as { message?: string; hint?: string };
  toast([message ?? t('That did not work.'), hint].filter(Boolean).join(' '));
}

/** `done` is said when it is copied. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(t('The browser does not let this page copy.'));
  }
}
