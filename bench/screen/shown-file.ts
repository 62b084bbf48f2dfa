/** Runs inside the terminal of the bench: shows a file, and again whenever it changes. */
import { readFileSync, watch } from 'node:fs';

const file = process.argv[2] ?? '';

function show(): void {
  // Home, clear, and no cursor: one write, so that no half-cleared screen is shown.
  process.stdout.write(`\x1b[?25l\x1b[H\x1b[2J${readFileSync(file, 'utf8')}`);
}

show();
watch(file, show);
