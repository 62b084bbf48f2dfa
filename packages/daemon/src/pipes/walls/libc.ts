/** The calls of the system that the walls are made of. Each throws with the name of the call and the system's reason. */
import koffi from 'koffi';

const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAPBSET_DROP = 24;
const PR_CAP_AMBIENT = 47;
const PR_CAP_AMBIENT_CLEAR_ALL = 4;
const CAPABILITY_VERSION = 0x20080522;
const F_SETFD = 2;

/** Those that differ between processors; newer calls have the same number everywhere. */
const NUMBERS: Partial<Record<NodeJS.Architecture, { pivotRoot: number; capset: number }>> = {
  x64: { pivotRoot: 155, capset: 126 },
  arm64: { pivotRoot: 41, capset: 91 },
};

const library = koffi.load(null);

export function numbers() {
  const known = NUMBERS[process.arch];
  if (known === undefined) throw new Error(`unknown processor ${process.arch}`);
  return known;
}

/** Declares a call; a negative result throws. */
export function declare<T extends unknown[]>(
  prototype: string,
  name = prototype,
): (...args: T) => number {
  const call = library.func(prototype) as unknown as (...args: T) => number;
  return (...args) => {
    const result = Number(call(...args));
    if (result >= 0) return result;
    const code = koffi.errno();
    const reason = Object.entries(koffi.os.errno).find(([, value]) => value === code)?.[0];
    throw new Error(`${name}: ${reason ?? code}`);
  };
}

const prctl = declare<[number, number, number, number, number]>(
  'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
  'prctl',
);
const fcntl = declare<[number, number, number]>(
  'int fcntl(int fd, int command, int value)',
  'fcntl',
);

/** Open files do not survive a program's replacement unless they are set to. */
export function keepOpen(fd: number): void {
  fcntl(fd, F_SETFD, 0);
}

/** From now on no program that this process becomes has more rights than it has. */
export function gainNoRights(): void {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/** Gives up every capability, also the ones that the next program would inherit. */
export function dropCapabilities(): void {
  // Clearing the sets first would take away the right to clear this one.
  for (let capability = 0; capability < 64; capability += 1) {
    try {
      prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    } catch {
      // Either there is no such capability, or there never was a right to pass one on.
      break;
    }
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  const capset = declare<[number, Uint32Array, Uint32Array]>(
    'long syscall(long number, const uint32_t *header, const uint32_t *data)',
    'capset',
  );
  capset(numbers().capset, new Uint32Array([CAPABILITY_VERSION, 0]), new Uint32Array(6));
}
