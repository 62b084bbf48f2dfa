/** A process that encrypts or decrypts a data folder and kills itself when its progress is reported for the nth time. */
import { systemClock } from '#core/clock.ts';
import { openVault } from '#store/vault/vault.ts';

const [, , dataDir = '', passphrase = '', what, dieAt] = process.argv;
const vault = openVault({
  dataDir,
  clock: systemClock,
  cost: { memoryKib: 19 * 1024, passes: 1, lanes: 1 },
});
let steps = 0;
const onProgress = () => {
  steps += 1;
  if (steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
};
if (what === 'encrypt') await vault.setUp({ passphrase, isInKeyring: false }, onProgress);
else {
  await vault.unlock(passphrase);
  await vault.undo(onProgress);
}
