import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commands } from './commands.ts';

function helpOf(command: Command): string {
  let text = '';
  const writeOut = (part: string) => {
    text += part;
  };
  command.configureOutput({ writeOut }).outputHelp();
  return text;
}

/** With those below it. Flags after "start" are the service's own, its help too. */
const all = commands
  .map((makeCommand) => makeCommand())
  .filter((command) => command.name() !== 'start')
  .flatMap((command) => [command, ...command.commands]);

describe('the help', () => {
  test.each(all.map((command) => [`${command.parent?.name() ?? ''} ${command.name()}`, command]))(
    'of %s says what it does and gives examples',
    (_name, command) => {
      const help = helpOf(command as Command);
      expect(help).toMatch(/^Examples?:\n {2}\$ .*hindcast /m);
      expect((command as Command).description() || (command as Command).summary()).not.toBe('');
    },
  );
});
