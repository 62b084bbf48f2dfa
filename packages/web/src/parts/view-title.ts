/** Name of the page in the browser, and focus on the heading when a view opens. */
import { useEffect, useRef } from 'react';
import { t } from '../language/message.ts';

/** The end of every title: by it the service knows windows with this page, which it does not remember. */
const MARK = ' · Hindcast';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = (title || t('Home')) + MARK;
  }, [title]);
}

let isFirstView = true;

/** For the `h1` of a view: opening a view moves focus there, but not when the page itself has just been opened. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstView && !document.activeElement?.matches('input')) heading.current?.focus();
    isFirstView = false;
  }, []);
  return heading;
}
