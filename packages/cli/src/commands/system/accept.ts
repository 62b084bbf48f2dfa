/** `hindcast accept`: the person agrees to be recorded, in a terminal instead of on the page. */
import { Command } from 'commander';
import { isConfirmed } from '../../confirm.ts';
import { connect, type WhereOptions } from '../../daemon.ts';

export function acceptCommand(): Command {
  return new Command('accept')
    .summary('agree to be recorded')
    .description(
      'An installed service records nothing until you have agreed. This shows what would be recorded and where it is kept, and asks.',
    )
    .option('--yes', 'do not ask')
    .option('--port <number>', 'port of the service')
    .option('--data-dir <folder>', 'data folder of the service')
    .addHelpText('after', '\nExamples:\n  $ hindcast accept\n  $ hindcast accept --yes')
    .action(accept);
}

async function accept({ yes, ...where }: WhereOptions & { yes?: true }): Promise<void> {
  const { url, client } = await connect(where);
  const { state, data_dir } = await client.get('/agreement');
  if (state !== 'waiting') {
    console.log(state === 'given' ? 'You have agreed already.' : 'No agreement is needed here.');
    return;
  }
  const { data } = await client.get('/config');
  const value = (key: string) => data.find((one) => one.key === key)?.value;
  console.error(
    [
      `Recorded would be: ${recorded(value).join(', ') || 'nothing'}.`,
      'Password managers, private windows and password fields are never recorded.',
      `Everything stays on this machine, in ${data_dir}. More choices: ${url}/app/welcome`,
    ].join('\n'),
  );
  if (!yes && !(await isConfirmed('Record this from now on? [y/N] '))) {
    console.log('Nothing was changed: nothing is recorded.');
    return;
  }
  await client.post('/agreement', { body: {} });
  console.log('Recording has started. Pause it with: hindcast pause');
}

function recorded(value: (key: string) => unknown): string[] {
  const typing = { text: 'what you type', count: 'how much you type' }[
    String(value('input.typing'))
  ];
  const ofScreen = ['the screen and its text', typing].filter((one) => one !== undefined);
  return [
    ...(value('vision.enabled') === true ? ofScreen : []),
    ...(value('audio.enabled') === true ? ['microphones and outputs, as text and sound'] : []),
  ];
}
