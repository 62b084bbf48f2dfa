/**
 * A filter of the kernel's calls (seccomp): no socket is made, so there is no network and no way to the desktop's bus, no other process is
 * looked into, signalled, limited or slowed down, and no namespace is made or entered. What is open already, such as the channel to the host, keeps working.
 */
import koffi from 'koffi';
import { declare } from './libc.ts';

const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
/** As a kernel that does not have the call. */
const UNKNOWN = 0x00050026;
const KILL = 0x80000000;
/** Of the classic packet filter that the kernel runs: load a word, jump if equal, jump if not below, jump if a bit is set, return. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
/** Where the number of a call, the kind of processor and the arguments stand; of each the lower half first. */
const NUMBER_AT = 0;
const PROCESSOR_AT = 4;
const argumentAt = (index: number) => 16 + 8 * index;
/** Calls of another processor's kind would have other numbers. */
const FOREIGN_CALLS = 0x40000000;

interface Processor {
  audit: number;
  refused: readonly number[];
  /** Their first argument is a process: tkill, tgkill, prlimit64, sched_setparam, _setscheduler, _setaffinity and _setattr, migrate_pages, move_pages. */
  ofProcess: readonly number[];
  setpriority: number;
  fcntl: number;
  ioctl: number;
  clone: number;
}
/** With the same number on both: io_uring_setup, pidfd_send_signal, _open and _getfd, process_madvise, process_mrelease, and the newer ways to mount. */
const REFUSED_EVERYWHERE = [424, 425, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 448];
const PROCESSORS: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: {
    audit: 0xc000003e,
    // socket, kill, ptrace, rt_sigqueueinfo, pivot_root, mount, umount2, add_key, request_key, keyctl, ioprio_set, unshare, perf_event_open,
    // rt_tgsigqueueinfo, open_by_handle_at, setns, process_vm_readv and _writev, kcmp, bpf, userfaultfd
    refused: [
      41, 62, 101, 129, 155, 165, 166, 248, 249, 250, 251, 272, 297, 298, 304, 308, 310, 311, 312,
      321, 323,
    ],
    ofProcess: [200, 234, 302, 142, 144, 203, 314, 256, 279],
    setpriority: 141,
    fcntl: 72,
    ioctl: 16,
    clone: 56,
  },
  arm64: {
    audit: 0xc00000b7,
    refused: [
      198, 129, 117, 138, 41, 40, 39, 217, 218, 219, 30, 97, 240, 241, 265, 268, 270, 271, 272, 280,
      282,
    ],
    ofProcess: [130, 131, 261, 118, 119, 122, 274, 238, 239],
    setpriority: 140,
    fcntl: 25,
    ioctl: 29,
    clone: 220,
  },
};
/** F_SETOWN, F_SETSIG and F_SETOWN_EX; FIOSETOWN and SIOCSPGRP: a file would signal any process. */
const OWNER_COMMANDS = [8, 10, 15];
const OWNER_REQUESTS = [0x8901, 0x8902];
/** Of `setpriority`; the others mean a group or everything of the person. */
const PRIO_PROCESS = 0;
/** Of `clone`: mount, cgroup, name, message, user, process and network namespaces. */
const NEW_NAMESPACE = 0x7e020000;
/** Takes its flags from memory, which a filter cannot read. The C library falls back to `clone`. */
const CLONE3 = 435;

/** The program that this process becomes keeps its number. */
export function raiseCallFilter(): void {
  const processor = PROCESSORS[process.arch];
  if (processor === undefined) throw new Error(`unknown processor ${process.arch}`);
  const program = programFor(processor, process.pid);
  koffi.struct('sock_fprog', { length: 'uint16_t', filter: 'const uint8_t *' });
  const setFilter = declare<[number, number, { length: number; filter: Buffer }]>(
    'int prctl(int option, unsigned long mode, const sock_fprog *program)',
    'seccomp',
  );
  setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, { length: program.length / 8, filter: program });
}

function programFor(processor: Processor, pid: number): Buffer {
  const { audit, refused, ofProcess, setpriority, fcntl, ioctl, clone } = processor;
  const ownProcess = (index: number) => [
    step(LOAD, argumentAt(index)),
    step(JUMP_IF_EQUAL, 0, 2, 0),
    step(JUMP_IF_EQUAL, pid, 1, 0),
    step(RETURN, REFUSE),
    step(RETURN, ALLOW),
  ];
  return Buffer.concat([
    step(LOAD, PROCESSOR_AT),
    step(JUMP_IF_EQUAL, audit, 1, 0),
    step(RETURN, KILL),
    step(LOAD, NUMBER_AT),
    step(JUMP_IF_AT_LEAST, FOREIGN_CALLS, 0, 1),
    step(RETURN, REFUSE),
    ...[...refused, ...REFUSED_EVERYWHERE].flatMap((call) => when(call, [step(RETURN, REFUSE)])),
    ...ofProcess.flatMap((call) => when(call, ownProcess(0))),
    ...when(setpriority, [
      step(LOAD, argumentAt(0)),
      step(JUMP_IF_EQUAL, PRIO_PROCESS, 1, 0),
      step(RETURN, REFUSE),
      ...ownProcess(1),
    ]),
    ...when(fcntl, noneOf(1, OWNER_COMMANDS)),
    ...when(ioctl, noneOf(1, OWNER_REQUESTS)),
    ...when(CLONE3, [step(RETURN, UNKNOWN)]),
    ...when(clone, [
      step(LOAD, argumentAt(0)),
      step(JUMP_IF_ANY_BIT, NEW_NAMESPACE, 0, 1),
      step(RETURN, REFUSE),
      step(RETURN, ALLOW),
    ]),
    step(RETURN, ALLOW),
  ]);
}

/** `steps` decide about this call; other calls leave them out. */
function when(call: number, steps: readonly Buffer[]): Buffer[] {
  return [step(JUMP_IF_EQUAL, call, 0, steps.length), ...steps];
}

/** Refuses the call if the argument is one of these, and allows it otherwise. */
function noneOf(index: number, values: readonly number[]): Buffer[] {
  return [
    step(LOAD, argumentAt(index)),
    ...values.map((value, at) => step(JUMP_IF_EQUAL, value, values.length - at, 0)),
    step(RETURN, ALLOW),
    step(RETURN, REFUSE),
  ];
}

/** `yes` and `no` are how many steps to leave out. */
function step(code: number, value: number, yes = 0, no = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
