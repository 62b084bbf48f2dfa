/** The pipes that come with Hindcast, each one press away. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useExamples, usePipeActions } from '../data/pipes.ts';
import { t } from '../language/message.ts';
import { toast, toastError } from '../parts/dialogs/toast.tsx';

export function ExampleList() {
  const { data: examples = [] } = useExamples();
  const [busyId, setBusy] = useState<string>();
  const [, navigate] = useLocation();
  const actions = usePipeActions();
  const install = async ({ id, source }: (typeof examples)[number]) => {
    setBusy(id);
    try {
      const { name } = await actions.install(source);
      toast(t('Installed {name}. It is off until you turn it on.', { name }));
      navigate(`/app/pipes/${encodeURIComponent(name)}?tab=permissions`);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(undefined);
    }
  };
  if (examples.length === 0) return null;
  return (
    <ul className="card list examples" aria-label={t('Pipes that come with Hindcast')}>
      {examples.map((example) => (
        <li key={example.id} className="row pad">
          <div className="min0 grow">
            <p className="m">{example.title}</p>
            <p className="sm dim">{example.description}</p>
          </div>
          <button
            type="button"
            className="btn sm"
            aria-label={t('Install {name}', { name: example.title })}
            disabled={busyId !== undefined}
            onClick={() => void install(example)}
          >
            {busyId === example.id ? t('Installing…') : t('Install')}
          </button>
        </li>
      ))}
    </ul>
  );
}
