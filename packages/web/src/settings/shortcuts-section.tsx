/** Commands for keys of the desktop: where it does not offer them to programs, a person binds these in its own settings. */
import { Copy } from 'lucide-react';
import { t } from '../language/message.ts';
import { copyText } from '../parts/dialogs/toast.tsx';
import { labelled } from '../parts/format.ts';

const COMMANDS = [
  { command: 'hindcast open', what: t('Opens the search.') },
  { command: 'hindcast pause --toggle', what: t('Pauses recording, or resumes it.') },
] as const;

export function ShortcutsSection() {
  return (
    <section>
      <h2 className="mb-2">{t('Shortcuts')}</h2>
      <div className="card list">
        <p className="pad sm mute">
          {t(
            'With “Keys of the desktop” on, desktops with the GlobalShortcuts portal ask you for the keys. On all others, bind these commands in the keyboard settings of the desktop.',
          )}
        </p>
        {COMMANDS.map(({ command, what }) => (
          <div key={command} className="srow">
            <div className="min0">
              <p className="mono">{command}</p>
              <p className="sm dim">{what}</p>
            </div>
            <button
              type="button"
              className="btn ico sm ghost"
              aria-label={labelled(t('Copy'), command)}
              onClick={() => void copyText(command, t('Copied the command.'))}
            >
              <Copy className="ic s" aria-hidden="true" />
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}
