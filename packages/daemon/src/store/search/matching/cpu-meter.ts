/** CPU time of this thread since the meter was started: what a search has cost so far, whatever else the machine does. */

export interface CpuMeter {
  elapsedMs(): number;
}

export function startCpuMeter(): CpuMeter {
  const started = process.threadCpuUsage();
  return {
    elapsedMs() {
      const { user, system } = process.threadCpuUsage(started);
      return (user + system) / 1000;
    },
  };
}
