/** The list of commands. A new one is a file in `commands/` and a line here. */
import type { Command } from 'commander';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { frameCommand } from './commands/frame.ts';
import { mcpCommand } from './commands/mcp.ts';
import { modelsCommand } from './commands/models.ts';
import { pauseCommand, resumeCommand } from './commands/pause.ts';
import { pipeCommand } from './commands/pipe.ts';
import { searchCommand } from './commands/search.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { syncCommand } from './commands/sync.ts';
import { tailCommand } from './commands/tail.ts';
import { timelineCommand } from './commands/timeline.ts';

export const commands: readonly (() => Command)[] = [
  startCommand,
  statusCommand,
  syncCommand,
  searchCommand,
  timelineCommand,
  frameCommand,
  tailCommand,
  pauseCommand,
  resumeCommand,
  mcpCommand,
  configCommand,
  doctorCommand,
  modelsCommand,
  pipeCommand,
];
