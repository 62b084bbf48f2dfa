/** `hindcast completion`: what makes a shell complete the commands and flags of this program. */
import { Argument, Command } from 'commander';
import { bashCompletion, fishCompletion, placesOf, zshCompletion } from '../../shell-completion.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export function completionCommand(): Command {
  return new Command('completion')
    .summary('complete commands in your shell')
    .description('Prints a script by which a shell completes commands and flags.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ hindcast completion bash >> ~/.bashrc',
        `  $ hindcast completion zsh > "\${fpath[1]}/_hindcast"`,
        '  $ hindcast completion fish > ~/.config/fish/completions/hindcast.fish',
      ].join('\n'),
    )
    .action((shell: keyof typeof SHELLS, _options: object, command: Command) => {
      console.log(SHELLS[shell](placesOf(command.parent ?? command)));
    });
}
