/** Turns the text of an input field into the value of its setting, or says why it cannot be saved. */
import type { Setting } from '../data/settings/settings.ts';
import { t } from '../language/message.ts';

export function typedValue(
  setting: Pick<Setting, 'type' | 'expects'>,
  text: string,
): { value: string | number } | { problem: string } {
  if (setting.type !== 'integer') return { value: text };
  const number = Number(text);
  // Number('') is 0, and a browser gives '' for anything that is not a number.
  if (text.trim() === '' || Number.isNaN(number))
    return { problem: t('Not saved: it must be {expected}.', { expected: setting.expects }) };
  return { value: number };
}
