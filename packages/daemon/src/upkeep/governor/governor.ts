/**
 * Keeps the service within the budget that a person stated for CPU, disk and battery. Every ten seconds it looks at what the service has used
 * and sets the level; whoever captures, transcribes or tidies asks `levers` before it works. Nothing is dropped for it: pictures
 * come later, speech waits for its text, old pictures wait to become video; and each of these is counted and reported.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { MachineLoad } from '../machine-load.ts';
import { cpuMeter } from './cpu-meter.ts';
import type { DatabaseSizes, DiskUse } from './disk-meter.ts';
import {
  type Budget,
  type CpuShares,
  type Demands,
  LEVELS,
  type Level,
  type Levers,
  levelOf,
  leversOf,
  NO_DEMANDS,
  nextCpuLevel,
  nextDiskLevel,
  type PowerChoice,
  powerDemand,
} from './levels.ts';
import { type Action, type Memory, readMemory, writeMemory } from './memory.ts';
import type { ProcessTime } from './process-time.ts';

const LOOK_MS = 10_000;
/** A walk through the folders of seven days. */
const DISK_LOOK_MS = 30 * 60_000;
const ACTIONS_KEPT = 50;

export interface GovernorReport {
  budget: Budget;
  powerChoice: PowerChoice;
  cpu: CpuShares & { processes: number };
  /** Undefined until it was first measured. */
  diskBytesPerMonth: number | undefined;
  isOnBattery: boolean;
  level: Level;
  demands: Demands;
  levers: Levers;
  /** Since the process started. */
  heldBack: { pictures: number; backgroundWork: number };
  /** The newest first. */
  actions: readonly Action[];
}

export interface Governor {
  service: Service;
  levers(): Levers;
  /** A picture came later than it would have with all means. */
  heldPicture(): void;
  /** Whether there is time for work that can wait, by the machine and by the budget. */
  machineLoad(): Promise<MachineLoad>;
  /** Why speech waits for its text; undefined when it does not. */
  whySpeechWaits(): string | undefined;
  /** In a sentence, what is not done as usual and why; undefined when all is. */
  note(): string | undefined;
  use(budget: Budget): void;
  choosePower(choice: PowerChoice): Promise<void>;
  /** Measures the disk when nobody has for a while. */
  report(): Promise<GovernorReport>;
}

interface GovernorDeps {
  file: string;
  budget: Budget;
  cores: number;
  processTime: () => ProcessTime;
  measureDisk: (known: DatabaseSizes, nowMs: number) => Promise<DiskUse>;
  isOnBattery: () => Promise<boolean>;
  machineLoad: () => Promise<MachineLoad>;
  setPaused: (isPaused: boolean) => Promise<void>;
  onAction: (action: Action) => void;
  clock: Clock;
  log: Log;
}

interface GovernorState {
  budget: Budget;
  memory: Memory;
  demands: Demands;
  steppedAtMs: number;
  processes: number;
  isOnBattery: boolean;
  disk: { bytesPerMonth: number; atMs: number } | undefined;
}

export function openGovernor(deps: GovernorDeps): Governor {
  const { clock } = deps;
  const log = deps.log.child({ part: 'ingest.governor' });
  const meter = cpuMeter(deps.cores);
  const state: GovernorState = {
    budget: deps.budget,
    memory: readMemory(deps.file),
    demands: NO_DEMANDS,
    steppedAtMs: clock.monotonicMs(),
    processes: 1,
    isOnBattery: false,
    disk: undefined,
  };
  const heldBack = { pictures: 0, backgroundWork: 0 };

  function keep(changes: Partial<Memory>): void {
    state.memory = { ...state.memory, ...changes };
    try {
      writeMemory(deps.file, state.memory);
    } catch (err) {
      // A full disk is reported by others; the level holds without its file.
      log.warn({ err }, 'the report of the governor could not be written');
    }
  }

  function note(cause: Action['cause'], from: string, to: string, reason: string): void {
    const action: Action = { atMs: clock.now(), cause, from, to, reason };
    keep({ actions: [...state.memory.actions, action].slice(-ACTIONS_KEPT) });
    log.info({ state: to, code: cause }, 'the level of thrift has changed');
    deps.onAction(action);
  }

  function setLevel(cause: 'cpu' | 'disk' | 'battery', to: Level, reason: string): void {
    const from = state.demands[cause];
    if (from === to) return;
    state.demands = { ...state.demands, [cause]: to };
    note(cause, LEVELS[from], LEVELS[to], reason);
  }
  const { cpuReason, lookAtDisk, judgeDisk, lookAtPower, isDiskDue, look } = governorLooks({
    state,
    deps,
    meter,
    setLevel,
    keep,
    note,
  });

  return {
    service: {
      name: 'ingest.governor',
      async run(signal) {
        meter.add(clock.monotonicMs(), deps.processTime().cpuMs);
        await lookAtPower();
        while (!signal.aborted) {
          await clock.sleep(LOOK_MS, signal);
          if (!signal.aborted) await look();
        }
      },
    },
    levers: () => leversOf(state.demands),
    heldPicture() {
      heldBack.pictures += 1;
    },
    async machineLoad() {
      if (!leversOf(state.demands).isBackgroundHeldBack) return deps.machineLoad();
      heldBack.backgroundWork += 1;
      return 'busy';
    },
    whySpeechWaits: () =>
      leversOf(state.demands).isSpeechHeldBack ? 'the budget for CPU is used up' : undefined,
    note: () => sentenceOf(state.demands, state.budget),
    use(changed) {
      const before = state.budget;
      state.budget = changed;
      // Judged again: what the old budget forbade may be allowed now.
      const isCpuOver = meter.shares().lastFiveMinutes > state.budget.cpuPercent;
      if (!isCpuOver && state.budget.cpuPercent !== before.cpuPercent) {
        setLevel('cpu', 0, `${cpuReason(meter.shares())}, which is new`);
      }
      judgeDisk();
    },
    async choosePower(powerChoice) {
      keep({ powerChoice });
      await lookAtPower();
    },
    async report() {
      if (isDiskDue()) await lookAtDisk();
      return {
        budget: state.budget,
        powerChoice: state.memory.powerChoice,
        cpu: { ...meter.shares(), processes: state.processes },
        diskBytesPerMonth: state.disk?.bytesPerMonth,
        isOnBattery: state.isOnBattery,
        level: levelOf(state.demands),
        demands: state.demands,
        levers: leversOf(state.demands),
        heldBack: { ...heldBack },
        actions: state.memory.actions.toReversed(),
      };
    },
  };
}

/** Measures what the service uses, and sets the levels that follow from it. */
function governorLooks(parts: {
  state: GovernorState;
  deps: GovernorDeps;
  meter: ReturnType<typeof cpuMeter>;
  setLevel: (cause: 'cpu' | 'disk' | 'battery', to: Level, reason: string) => void;
  keep: (changes: Partial<Memory>) => void;
  note: (cause: Action['cause'], from: string, to: string, reason: string) => void;
}) {
  const { state, deps, meter, setLevel, keep, note } = parts;
  const { clock } = deps;
  function cpuReason({ lastFiveMinutes, lastMinute }: CpuShares): string {
    const figures = `${percent(lastFiveMinutes)} of the CPU in five minutes and ${percent(lastMinute)} in the last one`;
    return `${figures}; the budget is ${state.budget.cpuPercent} %`;
  }

  function lookAtCpu(): void {
    const time = deps.processTime();
    state.processes = time.processes;
    meter.add(clock.monotonicMs(), time.cpuMs);
    const shares = meter.shares();
    const now = { level: state.demands.cpu, heldForMs: clock.monotonicMs() - state.steppedAtMs };
    const next = nextCpuLevel(now, shares, state.budget.cpuPercent);
    if (next !== state.demands.cpu) state.steppedAtMs = clock.monotonicMs();
    setLevel('cpu', next, cpuReason(shares));
  }

  async function lookAtDisk(): Promise<void> {
    const atMs = clock.monotonicMs();
    const { bytesPerMonth, databaseSizes } = await deps.measureDisk(
      state.memory.databaseSizes,
      clock.now(),
    );
    state.disk = { bytesPerMonth, atMs };
    if (JSON.stringify(databaseSizes) !== JSON.stringify(state.memory.databaseSizes)) {
      keep({ databaseSizes });
    }
    judgeDisk();
  }

  function judgeDisk(): void {
    if (!state.disk) return;
    const { diskBytesPerMonth: most } = state.budget;
    const next =
      most === undefined ? 0 : nextDiskLevel(state.demands.disk, state.disk.bytesPerMonth / most);
    const limit = most === undefined ? 'no budget' : `the budget is ${gigabytes(most)}`;
    setLevel(
      'disk',
      next,
      `a month like the last days takes ${gigabytes(state.disk.bytesPerMonth)}; ${limit}`,
    );
  }

  async function lookAtPower(): Promise<void> {
    state.isOnBattery = await deps.isOnBattery();
    const { battery, isPaused } = powerDemand(
      state.budget.battery,
      state.memory.powerChoice,
      state.isOnBattery,
    );
    const reason =
      state.memory.powerChoice === 'auto'
        ? `the machine runs on ${state.isOnBattery ? 'battery' : 'mains power'}; budget.battery is ${state.budget.battery}`
        : `the power mode ${state.memory.powerChoice} was chosen`;
    setLevel('battery', battery, reason);
    if (isPaused === state.demands.isPaused) return;
    state.demands = { ...state.demands, isPaused };
    const [from, to] = isPaused ? ['capturing', 'paused'] : ['paused', 'capturing'];
    note('battery', from as string, to as string, reason);
    await deps.setPaused(isPaused);
  }

  const isDiskDue = () => !state.disk || clock.monotonicMs() - state.disk.atMs >= DISK_LOOK_MS;

  async function look(): Promise<void> {
    lookAtCpu();
    await lookAtPower();
    if (state.budget.diskBytesPerMonth !== undefined && isDiskDue()) await lookAtDisk();
  }

  return { cpuReason, lookAtDisk, judgeDisk, lookAtPower, isDiskDue, look };
}

function sentenceOf(demands: Demands, budget: Budget): string | undefined {
  if (demands.isPaused) {
    return 'Nothing is captured, because the machine runs on battery (budget.battery is "pause"). It goes on by itself on mains power.';
  }
  const causes = [
    demands.cpu > 0 && `the budget of ${budget.cpuPercent} % CPU is used up`,
    demands.disk > 0 &&
      `the budget of ${gigabytes(budget.diskBytesPerMonth ?? 0)} a month is used up`,
    demands.battery > 0 && 'the machine saves its battery',
  ].filter((cause) => cause !== false);
  if (causes.length === 0) return undefined;
  const { visualGapMs, isSpeechHeldBack, isBackgroundHeldBack } = leversOf(demands);
  const effects = [
    `a screen that changes by itself gets a picture every ${visualGapMs / 1000} s at most`,
    isSpeechHeldBack && 'speech is recorded and gets its text later',
    isBackgroundHeldBack && 'work in the background waits',
  ].filter((effect) => effect !== false);
  return `Less is done, because ${causes.join(' and ')}: ${effects.join(', ')}. "hindcast governor" shows more.`;
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
