/** A process that changes the passphrase of a data folder to and fro until somebody kills it. It says so before each change. */
import { systemClock } from '#core/clock.ts';
import { openVault } from '#store/vault/vault.ts';

const [, , dataDir = '', first = '', second = ''] = process.argv;
const vault = openVault({
  dataDir,
  clock: systemClock,
  cost: { memoryKib: 19 * 1024, passes: 1, lanes: 1 },
});
let [old, next] = [first, second];
// Which of them holds, the last kill decided.
await vault.unlock(old).catch(() => {
  [old, next] = [next, old];
});
vault.lock();
for (;;) {
  process.stdout.write('.');
  await vault.changePassphrase(old, next);
  [old, next] = [next, old];
}
