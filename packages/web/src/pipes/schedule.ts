/** When a pipe runs, in words. A plan that has no short words is shown as it was written. */
import { t } from '../language/message.ts';

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;
const HOURLY = /^(\d{1,2}) \* \* \* \*$/;
const MINUTES = /^\*\/(\d{1,2}) \* \* \* \*$/;

const two = (figures = '') => figures.padStart(2, '0');

export function scheduleText(plan: string): string {
  const daily = DAILY.exec(plan);
  if (daily) return t('Every day, {time}', { time: `${two(daily[2])}:${two(daily[1])}` });
  const hourly = HOURLY.exec(plan);
  if (hourly) return t('Every hour, at :{minute}', { minute: two(hourly[1]) });
  const minutes = MINUTES.exec(plan);
  if (minutes)
    return t('Every {count, plural, one {minute} other {# minutes}}', {
      count: Number(minutes[1]),
    });
  return plan === '' || plan === 'manual' ? t('By hand') : plan;
}
