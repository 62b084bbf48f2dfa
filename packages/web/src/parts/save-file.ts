/** Gives the browser a text to save as a file. */

import { t } from '../language/message.ts';
import { toast } from './dialogs/toast.tsx';

export function saveFile(name: string, text: string, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  toast(t('Saved {name}.', { name }));
}
