/**
 * The commit-msg hook: `<kind>(<scope>): <what>` in at most 65 characters, a blank line before the body. Git calls it with
 * the file that holds the message. Merges and reverts keep the text git gives them.
 */
import { readFileSync } from 'node:fs';

const FORM =
  /^(build|chore|ci|docs|feat|fix|perf|refactor|style|test)(\([a-z0-9/._-]+\))?!?: \S.*$/;
const FROM_GIT = /^(Merge|Revert|fixup!|squash!|amend!) /;
const MAX_SUBJECT_CHARS = 65;

function faultOf(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (FROM_GIT.test(subject)) return undefined;
  if (!FORM.test(subject))
    return 'the first line must read like "fix(capture/audio): reopen the device after sleep"';
  if (subject.length > MAX_SUBJECT_CHARS) {
    return `the first line has ${subject.length} characters; at most ${MAX_SUBJECT_CHARS} are allowed`;
  }
  if (second.trim() !== '') return 'leave the second line empty';
  return undefined;
}

const fault = faultOf(readFileSync(process.argv[2], 'utf8'));
if (fault) {
  console.error(`commit message: ${fault}`);
  process.exitCode = 1;
}
