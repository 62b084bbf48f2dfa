/**
 * Keys that work anywhere in a view: not while somebody writes, not while a dialog or menu is open, and single letters only when the
 * person wants them. `Shift+ArrowLeft`, `Ctrl+k` (also ⌘) and plain keys are the names.
 */
import { useEffect, useRef } from 'react';
import { preferences } from './preferences.ts';

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const WRITING =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';
const OWN_KEYS =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([data-results]), [role=grid]';

function keyName(event: KeyboardEvent): string {
  const held = [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey && event.key.length > 1 ? 'Shift+' : '',
  ].join('');
  return held + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(WRITING) !== null;
}

function isTaken(event: KeyboardEvent, name: string): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing) return true;
  if (document.querySelector('[aria-modal=true], .modal') !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS)) return true;
  if (isWriting(target)) return !name.startsWith('Ctrl+');
  const isPress = name === 'Enter' || name === ' ';
  return isPress && target.closest('a, button, [role=option], [role=tab], summary') !== null;
}

export function useKeys(map: KeyMap): void {
  const current = useRef(map);
  current.current = map;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = keyName(event);
      const act = current.current[name];
      if (!act || isTaken(event, name)) return;
      const isSingle = event.key.length === 1 && event.key !== ' ' && !name.includes('Ctrl+');
      if (isSingle && !preferences().singleKeys) return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
