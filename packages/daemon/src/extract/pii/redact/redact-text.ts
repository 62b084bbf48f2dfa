/** Personal data in text replaced by words in square brackets, so that the rest stays readable and searchable. */
import { findPii } from '../find.ts';
import type { PiiKind } from '../finding.ts';

export const PLACEHOLDERS: Readonly<Record<PiiKind, string>> = {
  private_key: '[PRIVATE_KEY]',
  api_key: '[API_KEY]',
  iban: '[IBAN]',
  credit_card: '[CREDIT_CARD]',
  email: '[EMAIL]',
  ssn: '[SSN]',
  national_id: '[NATIONAL_ID]',
  phone: '[PHONE]',
};

export function redactText(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of findPii(text)) {
    parts.push(text.slice(from, start), PLACEHOLDERS[kind]);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
