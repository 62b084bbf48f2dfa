/** What the service may use, what it uses, and what it does less for that. */
import { Link } from 'wouter';
import { useGovernor } from '../data/settings/governor.ts';
import { clock, plural } from '../parts/format.ts';

const LEVELS: Readonly<Record<string, string>> = {
  full: 'Everything is done',
  light: 'A little less is done',
  low: 'Less is done',
  least: 'As little as possible is done',
};
const ACTIONS_SHOWN = 5;

type Report = NonNullable<ReturnType<typeof useGovernor>['data']>;

export function GovernorCard() {
  const { data: report } = useGovernor();
  if (!report) return null;
  const { budget, measured, level, levers, actions } = report;
  const { disk_gb_per_month: disk } = measured;
  const isPaused = levers.capture === 'paused';
  return (
    <section className="card pad mt-4">
      <div className="row wrap mb-3">
        <h2>Budget</h2>
        <span className="sm dim">{isPaused ? 'Nothing is captured' : LEVELS[level]}</span>
        <span className="sp" />
        <Link href="/app/settings/storage" className="btn">
          Change the budget
        </Link>
      </div>
      <p className="sm num">
        CPU {measured.cpu_percent} % of {budget.cpu_percent} % in five minutes
        {disk !== null && ` · Disk ${disk} GB a month`}
        {disk !== null && budget.disk_gb_per_month !== null && ` of ${budget.disk_gb_per_month} GB`}
        {measured.on_battery && ' · On battery'}
      </p>
      {level !== 'full' && <p className="sm mt-3">{putOff(report)}</p>}
      {actions.slice(0, ACTIONS_SHOWN).map(({ timestamp, from, to, reason }) => (
        <p key={`${timestamp} ${to}`} className="xs dim num">
          {clock(Date.parse(timestamp))} · {from} → {to}: {reason}
        </p>
      ))}
    </section>
  );
}

function putOff({ levers, held_back: held }: Report): string {
  const seconds = levers.visual_gap_ms / 1000;
  return [
    `A screen that changes by itself gets a picture every ${seconds} s at most.`,
    `Put off, not lost: ${plural(held.pictures, 'picture')} that came later, ${plural(held.recordings_waiting, 'recording')} without text, ${plural(held.frames_waiting, 'frame')} to become video.`,
  ].join(' ');
}
