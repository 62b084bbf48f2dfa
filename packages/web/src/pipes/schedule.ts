/** When a pipe runs, in words. A plan that has no short words is shown as it was written. */

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;
const HOURLY = /^(\d{1,2}) \* \* \* \*$/;
const MINUTES = /^\*\/(\d{1,2}) \* \* \* \*$/;

export function scheduleText(plan: string): string {
  const daily = DAILY.exec(plan);
  if (daily) return `Every day, ${daily[2]?.padStart(2, '0')}:${daily[1]?.padStart(2, '0')}`;
  const hourly = HOURLY.exec(plan);
  if (hourly) return `Every hour, at :${hourly[1]?.padStart(2, '0')}`;
  const minutes = MINUTES.exec(plan);
  if (minutes) return `Every ${minutes[1]} minutes`;
  return plan === '' || plan === 'manual' ? 'By hand' : plan;
}
