/** The list of keys of the timeline. */
import { ModalDialog } from '../parts/dialogs/overlays.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'previous, next picture'],
  ['Space', 'play, pause'],
  ['Shift ← →', 'ten pictures'],
  ['+ −', 'zoom'],
  ['Alt ← →', 'previous, next app'],
  ['0', 'whole day'],
  ['Ctrl ← →', 'previous, next gap or meeting'],
  ['N', 'now'],
  ['PgUp PgDn', 'previous, next day'],
  ['G', 'go to date'],
  ['Home End', 'first, last picture'],
  ['I O', 'mark in, out'],
  ['Enter', 'open the picture'],
  ['C L', 'copy text, link'],
  ['M', 'sound off'],
  ['?', 'this list'],
];

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <ModalDialog title="Keys of the timeline" isOpen={isOpen} onClose={onClose}>
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
          Close
        </button>
      </div>
    </ModalDialog>
  );
}
