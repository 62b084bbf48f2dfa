/** `hindcast encrypt` and `hindcast decrypt` while no service runs: the passphrase, the work, how far it is. */
import { serviceError } from '#core/errors.ts';
import type { ConversionProgress } from '#store/vault/convert.ts';
import type { Vault } from '#store/vault/vault.ts';

const BAR_CELLS = 30;

export async function convertByHand(deps: {
  vault: Vault;
  ask: 'encrypt' | 'decrypt';
  passphrase: Promise<string | undefined>;
  isInKeyring: boolean;
  say: (line: string) => void;
}): Promise<void> {
  const { vault, ask, say, isInKeyring } = deps;
  const passphrase = await deps.passphrase;
  const isInTheRing = vault.isSetUp() ? vault.isInKeyring() : isInKeyring;
  if (passphrase === undefined && !isInTheRing) throw serviceError('NO_PASSPHRASE');
  if (ask === 'encrypt') {
    // One that was broken off is ended by unlocking it.
    if (!vault.isSetUp()) await vault.setUp({ passphrase, isInKeyring }, showProgress);
    else if (vault.isUnfinished()) await vault.unlock(passphrase);
    else throw serviceError('VAULT_SET_UP');
    vault.lock();
    say(
      'The store is encrypted. Whoever loses the passphrase loses the store: nobody can replace it.',
    );
    return;
  }
  if (!vault.isSetUp()) {
    say('The store is not encrypted.');
    return;
  }
  await vault.unlock(passphrase);
  await vault.undo(showProgress);
  say('The store is not encrypted any more.');
}

/** One line that is drawn again in place; nothing where nobody looks. */
function showProgress({ doneBytes, totalBytes }: ConversionProgress): void {
  const { stderr } = process;
  if (stderr.isTTY !== true) return;
  const share = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
  const filled = Math.round(share * BAR_CELLS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  const end = share === 1 ? '\n' : '';
  stderr.write(
    `\r${bar} ${Math.floor(share * 100)} % of ${(totalBytes / 1e6).toFixed(0)} MB${end}`,
  );
}
