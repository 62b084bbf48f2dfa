/** Where the pipe comes from; nothing of it runs before it is turned on, and what it asks for is shown then. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { usePipeActions } from '../data/pipes.ts';
import { t } from '../language/message.ts';
import { ModalDialog } from '../parts/dialogs/overlays.tsx';
import { toast } from '../parts/dialogs/toast.tsx';

export function InstallDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <ModalDialog title={t('Install a pipe')} isOpen={isOpen} onClose={onClose}>
      <InstallForm onClose={onClose} />
    </ModalDialog>
  );
}

function InstallForm({ onClose }: { onClose(): void }) {
  const [source, setSource] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const actions = usePipeActions();
  const install = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { name } = await actions.install(source.trim());
      toast(t('Installed {name}. It is off until you turn it on.', { name }));
      onClose();
      navigate(`/app/pipes/${encodeURIComponent(name)}?tab=permissions`);
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      setProblem([message, hint].filter(Boolean).join('. '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void install();
      }}
    >
      <label className="sm">
        {t('Folder, address or package')}
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          className="field"
          placeholder={t('file:///home/me/pipe, https://…/pipe.tgz or npm:name@1.0.0')}
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
      </label>
      <p className="sm dim">
        {t(
          'It is installed wholly or not at all, and it stays off. What it may read is shown before you turn it on.',
        )}
      </p>
      {problem && (
        <p className="st bad" role="alert">
          {problem}
        </p>
      )}
      <div className="foot">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="submit" className="btn pri" disabled={isBusy || source.trim() === ''}>
          {isBusy ? t('Installing…') : t('Install')}
        </button>
      </div>
    </form>
  );
}
