/** The list of commands. A new one is a file in `commands/` and a line here. */
import type { Command } from 'commander';
import { askCommand } from './commands/memory/ask.ts';
import { coverageCommand } from './commands/memory/coverage.ts';
import { exportCommand } from './commands/memory/export.ts';
import { frameCommand } from './commands/memory/frame.ts';
import { languageCommand } from './commands/memory/language.ts';
import { searchCommand } from './commands/memory/search.ts';
import { speakersCommand } from './commands/memory/speakers.ts';
import { tagsCommand } from './commands/memory/tags.ts';
import { tailCommand } from './commands/memory/tail.ts';
import { timelineCommand } from './commands/memory/timeline.ts';
import { accessCommand } from './commands/privacy/access.ts';
import { deleteCommand } from './commands/privacy/delete.ts';
import { decryptCommand, encryptCommand } from './commands/privacy/encrypt.ts';
import { offloadCommand } from './commands/privacy/offload.ts';
import { pauseCommand, resumeCommand } from './commands/privacy/pause.ts';
import { retentionCommand } from './commands/privacy/retention.ts';
import { rulesCommand } from './commands/privacy/rules.ts';
import { tokenCommand } from './commands/privacy/token.ts';
import { vaultCommand } from './commands/privacy/vault.ts';
import { acceptCommand } from './commands/system/accept.ts';
import { backupCommand, restoreCommand } from './commands/system/backup.ts';
import { completionCommand } from './commands/system/completion.ts';
import { configCommand } from './commands/system/config.ts';
import { doctorCommand } from './commands/system/doctor.ts';
import { governorCommand } from './commands/system/governor.ts';
import { mcpCommand } from './commands/system/mcp.ts';
import { modelsCommand } from './commands/system/models.ts';
import { openCommand } from './commands/system/open.ts';
import { pipeCommand } from './commands/system/pipe.ts';
import { serviceCommand } from './commands/system/service.ts';
import { startCommand } from './commands/system/start.ts';
import { statusCommand } from './commands/system/status.ts';
import { syncCommand } from './commands/system/sync.ts';
import { uninstallCommand } from './commands/system/uninstall.ts';

export const commands: readonly (() => Command)[] = [
  startCommand,
  serviceCommand,
  acceptCommand,
  openCommand,
  statusCommand,
  syncCommand,
  vaultCommand,
  encryptCommand,
  decryptCommand,
  searchCommand,
  askCommand,
  timelineCommand,
  frameCommand,
  tailCommand,
  exportCommand,
  tagsCommand,
  speakersCommand,
  languageCommand,
  deleteCommand,
  retentionCommand,
  offloadCommand,
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
  uninstallCommand,
  modelsCommand,
  pipeCommand,
  completionCommand,
];
