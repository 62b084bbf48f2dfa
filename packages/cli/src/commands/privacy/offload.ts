/** `hindcast offload`: old pictures and sound at another place: what was moved, what waits, what fails. */
import type { Answer } from '@hindcast/client';
import { Command } from 'commander';
import { connect, type WhereOptions } from '../../daemon.ts';
import { EXIT } from '../../exit-codes.ts';
import { offloadLine } from '../../output/offload-line.ts';
import { sizeText } from '../../output/receipt.ts';

interface Options extends WhereOptions {
  run?: true;
  verify?: true;
  json?: true;
}

type State = Answer<'/offload', 'get'>;

export function offloadCommand(): Command {
  return new Command('offload')
    .summary('show which old pictures and sound lie at another place')
    .description(
      'Shows which pictures and recordings were moved to the place of retention.offload.to, and what waits or fails.\n' +
        'Text, search and timeline stay here. To switch it on:\n' +
        '  hindcast config set retention.offload.to /mnt/nas/hindcast\n' +
        '  hindcast config set retention.offload.afterDays 90',
    )
    .option('--run', 'move what is old enough now, however busy the machine is')
    .option('--verify', 'ask the place for each moved file')
    .option('--json', 'print JSON for programs')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hindcast offload\n  $ hindcast offload --verify\n\nExit code: 4 when --verify finds that files are lost.',
    )
    .action(run);
}

async function run({ run: isRun, verify, json, ...where }: Options): Promise<void> {
  const { client } = await connect(where);
  if (isRun) await client.post('/offload/run', {});
  const found = verify ? await client.post('/offload/verify', {}) : undefined;
  const state = await client.get('/offload');
  console.log(
    json
      ? JSON.stringify({ ...state, ...(found && { verified: found }) }, undefined, 2)
      : stateText(state, found),
  );
  if (found && found.missing > 0) process.exitCode = EXIT.damaged;
}

function stateText(state: State, found: Answer<'/offload/verify', 'post'> | undefined): string {
  if (state.state === 'off') return 'Off: all pictures and sound are here.';
  return [
    `Place     ${state.place ?? 'none is set; what was moved stays where it is'}`,
    `Moved     ${offloadLine(state)}`,
    `Here      ${sizeText(state.cached_bytes)} of moved files that came back`,
    ...(state.removing > 0
      ? [`Deleted   ${state.removing} files are still there and go when the place answers`]
      : []),
    ...(found ? [`Verified  ${found.checked} files, ${found.missing} of them are lost`] : []),
  ].join('\n');
}
