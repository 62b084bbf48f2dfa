/**
 * A log file that cannot fill the disk: at most two generations (`x.log`, `x.log.1`) of bounded size. Writing is synchronous,
 * so that the last line before a crash is on disk; a log line is small and rare enough for that.
 */
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

// Two generations hold some hundred thousand lines, weeks at the level "info".
const MAX_BYTES = 5_000_000;

export interface LineFile {
  write(line: string): void;
}

export function rotatingFile(file: string, maxBytes = MAX_BYTES): LineFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let sizeBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeBytes > 0) chmodSync(file, 0o600);
  return {
    write(line) {
      try {
        if (sizeBytes + line.length > maxBytes && sizeBytes > 0) {
          renameSync(file, `${file}.1`);
          sizeBytes = 0;
        }
        appendFileSync(file, line, { mode: 0o600 });
        sizeBytes += Buffer.byteLength(line);
      } catch {
        // A full disk or a removed folder must not stop the service; this line is lost, stderr still has the warnings.
      }
    },
  };
}
