/** The list of commands. A new one is a file in `commands/` and a line here. */
import type { Command } from 'commander';
import { accessCommand } from './commands/access.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { coverageCommand } from './commands/coverage.ts';
import { deleteCommand } from './commands/delete.ts';
import { doctorCommand } from './commands/doctor.ts';
import { decryptCommand, encryptCommand } from './commands/encrypt.ts';
import { exportCommand } from './commands/export.ts';
import { frameCommand } from './commands/frame.ts';
import { governorCommand } from './commands/governor.ts';
import { mcpCommand } from './commands/mcp.ts';
import { modelsCommand } from './commands/models.ts';
import { pauseCommand, resumeCommand } from './commands/pause.ts';
import { pipeCommand } from './commands/pipe.ts';
import { retentionCommand } from './commands/retention.ts';
import { rulesCommand } from './commands/rules.ts';
import { searchCommand } from './commands/search.ts';
import { serviceCommand } from './commands/service.ts';
import { speakersCommand } from './commands/speakers.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { syncCommand } from './commands/sync.ts';
import { tagsCommand } from './commands/tags.ts';
import { tailCommand } from './commands/tail.ts';
import { timelineCommand } from './commands/timeline.ts';
import { tokenCommand } from './commands/token.ts';

import { vaultCommand } from './commands/vault.ts';

export const commands: readonly (() => Command)[] = [
  startCommand,
  serviceCommand,
  statusCommand,
  syncCommand,
  vaultCommand,
  encryptCommand,
  decryptCommand,
  searchCommand,
  timelineCommand,
  frameCommand,
  tailCommand,
  exportCommand,
  tagsCommand,
  speakersCommand,
  deleteCommand,
  retentionCommand,
  governorCommand,
  rulesCommand,
  coverageCommand,
  accessCommand,
  tokenCommand,
  pauseCommand,
  resumeCommand,
  mcpCommand,
  configCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  modelsCommand,
  pipeCommand,
  completionCommand,
];
