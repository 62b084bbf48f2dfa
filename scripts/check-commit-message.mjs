/**
 * Checks commit messages: `<kind>(<scope>): <what>` in at most 65 characters, then an empty line before the body.
 * The commit-msg hook passes the file with the message; `npm run check` passes `--history` for the commits since the
 * previous release tag, or the last 50. Merges and reverts keep the text that git writes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';

const FORM =
  /^(bench|build|chore|ci|docs|feat|fix|perf|refactor|style|test)(\([a-z0-9/._-]+\))?!?: \S.*$/;
const FROM_GIT = /^(Merge|Revert|fixup!|squash!|amend!) /;
const MAX_SUBJECT_CHARS = 65;
const MOST_COMMITS_WITHOUT_A_TAG = 50;

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

/** Undefined if git is missing or refuses. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** False in an unpacked archive, also if that lies inside the checkout of another project. */
function isCheckout() {
  const top = git('rev-parse', '--show-toplevel');
  return top !== undefined && realpathSync(top) === realpathSync(process.cwd());
}

/** A shallow clone has neither the tag nor all 50 commits: then those that it has are checked. */
function historyFaults() {
  if (!isCheckout()) return [];
  const tag = git('describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^');
  const range = tag === undefined ? [`-${MOST_COMMITS_WITHOUT_A_TAG}`] : [`${tag}..HEAD`];
  const log = git('log', '-z', '--format=%h %B', ...range);
  if (log === undefined) return [];
  const entries = log.split('\0').filter((entry) => entry !== '');
  return entries.flatMap((entry) => {
    const [hash] = entry.split(' ', 1);
    const fault = faultOf(entry.slice(hash.length + 1));
    return fault === undefined ? [] : [`${hash}: ${fault}`];
  });
}

function messageFaults(file) {
  const fault = faultOf(readFileSync(file, 'utf8'));
  return fault === undefined ? [] : [fault];
}

const [argument] = process.argv.slice(2);
const faults = argument === '--history' ? historyFaults() : messageFaults(argument);
for (const fault of faults) console.error(`commit message: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
