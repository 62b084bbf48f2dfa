/** A question in the address of the view: `?q=…&ignore=time`. */
import type { UnderstoodKind } from '@hindcast/client';

const KINDS: readonly UnderstoodKind[] = ['time', 'app', 'site', 'person'];

export interface Asking {
  text: string;
  ignore: readonly UnderstoodKind[];
}

export function readQuestion(parameters: URLSearchParams): Asking {
  const ignored = parameters.getAll('ignore');
  return {
    text: (parameters.get('q') ?? '').trim(),
    ignore: KINDS.filter((kind) => ignored.includes(kind)),
  };
}

export function askAddress({ text, ignore }: Asking): string {
  const parameters = new URLSearchParams();
  if (text.trim() !== '') parameters.set('q', text.trim());
  for (const kind of ignore) parameters.append('ignore', kind);
  return parameters.size === 0 ? '/app/ask' : `/app/ask?${parameters}`;
}
