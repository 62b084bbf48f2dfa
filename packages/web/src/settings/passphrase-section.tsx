/** Another passphrase for an encrypted store; nothing is shown for one that is not. */
import { type FormEvent, useState } from 'react';
import { HindcastError } from '../data/api.ts';
import { changePassphrase, useVault } from '../data/settings/vault.ts';
import { t } from '../language/message.ts';

const FIELDS = [
  { name: 'old', label: t('Passphrase so far'), autoComplete: 'current-password' },
  { name: 'next', label: t('New passphrase'), autoComplete: 'new-password' },
  { name: 'again', label: t('The same again'), autoComplete: 'new-password' },
] as const;

interface Outcome {
  isOk: boolean;
  text: string;
}

async function tryChange(form: HTMLFormElement): Promise<Outcome> {
  const data = new FormData(form);
  const [old, next, again] = FIELDS.map(({ name }) => String(data.get(name) ?? ''));
  if (next !== again) return { isOk: false, text: t('The two new passphrases are not the same.') };
  try {
    await changePassphrase(old ?? '', next ?? '');
    form.reset();
    return {
      isOk: true,
      text: t('The passphrase is changed. Backups made before keep the old one.'),
    };
  } catch (error) {
    const text = error instanceof HindcastError ? error.message : t('It could not be changed.');
    return { isOk: false, text };
  }
}

export function PassphraseSection() {
  const { data: vault } = useVault();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  if (!vault?.set_up) return null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setOutcome(await tryChange(event.currentTarget));
    setBusy(false);
  };

  return (
    <section>
      <h2 className="mb-2">{t('Passphrase')}</h2>
      <form className="card pad col gap-3" onSubmit={(event) => void submit(event)}>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <label key={name} className="sm">
            {label}
            <input name={name} type="password" className="field" autoComplete={autoComplete} />
          </label>
        ))}
        {outcome && (
          <p className={`st ${outcome.isOk ? 'ok' : 'bad'}`} role="alert">
            {outcome.text}
          </p>
        )}
        <button type="submit" className="btn" disabled={isBusy}>
          {t('Change the passphrase')}
        </button>
      </form>
    </section>
  );
}
