/**
 * Landlock: the kernel refuses to open, make, change or remove files outside of a list, and to start other programs, for this process
 * and all that it becomes. It also refuses TCP, signals and abstract sockets where the kernel is new enough.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { declare } from './libc.ts';
import { DEVICES, executables, type Reach, SYSTEM_PATHS } from './reach.ts';

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const ASK_FOR_VERSION = 1;
const RULE_PATH_BENEATH = 1;
const O_PATH = 0o10000000;
const RULE_BYTES = 12;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const REMOVE = (1n << 4n) | (1n << 5n);
const MAKE_DIR = 1n << 7n;
const MAKE_FILE = 1n << 8n;
const REFER = 1n << 13n;
const TRUNCATE = 1n << 14n;
/** Those that a rule for a single file may name. */
const OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
/** How many rights of files the versions of the kernel's interface know. */
const RIGHTS_BY_VERSION = [13n, 14n, 15n, 15n, 16n];

const createRuleset = declare<[number, BigUint64Array | null, number, number]>(
  'long syscall(long number, const uint64_t *rules, size_t size, uint32_t flags)',
  'landlock_create_ruleset',
);
const addRule = declare<[number, number, number, Buffer, number]>(
  'long syscall(long number, int rules, int kind, const uint8_t *rule, uint32_t flags)',
  'landlock_add_rule',
);
const restrictSelf = declare<[number, number, number]>(
  'long syscall(long number, int rules, uint32_t flags)',
  'landlock_restrict_self',
);

export function raiseLandlock(reach: Reach): void {
  const version = createRuleset(CREATE_RULESET, null, 0, ASK_FOR_VERSION);
  const handled = (1n << (RIGHTS_BY_VERSION[version - 1] ?? 16n)) - 1n;
  const isNetKnown = version >= 4;
  const isScopeKnown = version >= 6;
  const attributes = [handled, ...(isNetKnown ? [3n] : []), ...(isScopeKnown ? [3n] : [])];
  const values = new BigUint64Array(attributes);
  const rules = createRuleset(CREATE_RULESET, values, values.byteLength, 0);

  function allow(path: string, rights: bigint): void {
    if (!existsSync(path)) return;
    const rule = Buffer.alloc(RULE_BYTES);
    const fd = openSync(path, O_PATH);
    const possible = statSync(path).isDirectory() ? rights : rights & OF_FILES;
    rule.writeBigUInt64LE(possible & handled, 0);
    rule.writeInt32LE(fd, 8);
    addRule(ADD_RULE, rules, RULE_PATH_BENEATH, rule, 0);
    closeSync(fd);
  }

  const read = READ_FILE | READ_DIR;
  const write = read | WRITE_FILE | REMOVE | MAKE_DIR | MAKE_FILE | REFER | TRUNCATE;
  for (const path of [...SYSTEM_PATHS, `/proc/${process.pid}`, ...reach.read]) allow(path, read);
  for (const path of ['/proc/meminfo', '/proc/cpuinfo', '/proc/stat']) allow(path, read);
  for (const path of executables()) allow(path, EXECUTE | READ_FILE);
  for (const path of DEVICES) allow(path, READ_FILE | WRITE_FILE);
  for (const path of reach.write) allow(path, write);
  restrictSelf(RESTRICT_SELF, rules, 0);
  closeSync(rules);
}
