/** The list of keys of the timeline. */

import { inContext, t } from '../language/message.ts';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['← →', t('previous, next picture')],
  [inContext('key', 'Space'), t('play, pause')],
  ['Shift ← →', t('ten pictures')],
  ['+ −', t('zoom')],
  ['Alt ← →', t('previous, next app')],
  ['0', t('whole day')],
  ['Ctrl ← →', t('previous, next gap or meeting')],
  ['N', t('now')],
  ['PgUp PgDn', t('previous, next day')],
  ['G', t('go to date')],
  ['Home End', t('first, last picture')],
  ['I O', t('mark in, out')],
  ['Enter', t('open the picture')],
  ['C L', t('copy text, link')],
  ['M', t('sound off')],
  ['?', t('this list')],
];

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <ModalDialog title={t('Keys of the timeline')} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys} className="keyrow">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="foot">
        <button type="button" className="btn" onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </ModalDialog>
  );
}
