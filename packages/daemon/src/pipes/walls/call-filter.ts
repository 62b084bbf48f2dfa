/**
 * A filter of the kernel's calls (seccomp): no socket is made, so there is no network and no way to the desktop's bus, no other process is
 * looked into or signalled, and no namespace is entered. What is open already, such as the channel to the host, keeps working.
 */
import koffi from 'koffi';
import { declare } from './libc.ts';

const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
const KILL = 0x80000000;
/** Of the classic packet filter that the kernel runs: load a word, jump if equal, jump if not below, return. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
/** Where the number of a call and the kind of processor stand. */
const NUMBER_AT = 0;
const PROCESSOR_AT = 4;
/** Calls of another processor's kind would have other numbers. */
const FOREIGN_CALLS = 0x40000000;

interface Processor {
  audit: number;
  refused: readonly number[];
}
/** With the same number on both: io_uring_setup, pidfd_send_signal, pidfd_getfd, and the newer ways to mount. */
const REFUSED_EVERYWHERE = [424, 425, 428, 429, 430, 431, 432, 433, 438, 442];
const PROCESSORS: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: {
    audit: 0xc000003e,
    // socket, kill, ptrace, rt_sigqueueinfo, pivot_root, mount, umount2, add_key, request_key, keyctl, unshare, perf_event_open,
    // rt_tgsigqueueinfo, open_by_handle_at, setns, process_vm_readv and _writev, bpf, userfaultfd
    refused: [
      41, 62, 101, 129, 155, 165, 166, 248, 249, 250, 272, 297, 298, 304, 308, 310, 311, 321, 323,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    refused: [
      198, 129, 117, 138, 41, 40, 39, 217, 218, 219, 97, 240, 241, 265, 268, 270, 271, 280, 282,
    ],
  },
};

export function raiseCallFilter(): void {
  const processor = PROCESSORS[process.arch];
  if (processor === undefined) throw new Error(`unknown processor ${process.arch}`);
  const program = programFor(processor);
  koffi.struct('sock_fprog', { length: 'uint16_t', filter: 'const uint8_t *' });
  const setFilter = declare<[number, number, { length: number; filter: Buffer }]>(
    'int prctl(int option, unsigned long mode, const sock_fprog *program)',
    'seccomp',
  );
  setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, { length: program.length / 8, filter: program });
}

function programFor({ audit, refused }: Processor): Buffer {
  const all = [...refused, ...REFUSED_EVERYWHERE];
  return Buffer.concat([
    step(LOAD, PROCESSOR_AT),
    step(JUMP_IF_EQUAL, audit, 1, 0),
    step(RETURN, KILL),
    step(LOAD, NUMBER_AT),
    step(JUMP_IF_AT_LEAST, FOREIGN_CALLS, all.length + 1, 0),
    ...all.map((number, at) => step(JUMP_IF_EQUAL, number, all.length - at, 0)),
    step(RETURN, ALLOW),
    step(RETURN, REFUSE),
  ]);
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
