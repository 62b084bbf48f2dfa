/** What the service may use, what it uses, and what it does less for that. */
import { Link } from 'wouter';
import { useGovernor } from '../data/settings/governor.ts';
import { t } from '../language/message.ts';
import { clock, labelled } from '../parts/format.ts';

const LEVELS: Readonly<Record<string, string>> = {
  full: t('Everything is done'),
  light: t('A little less is done'),
  low: t('Less is done'),
  least: t('As little as possible is done'),
};
const ACTIONS_SHOWN = 5;

type Report = NonNullable<ReturnType<typeof useGovernor>['data']>;

export function GovernorCard() {
  const { data: report } = useGovernor();
  if (!report) return null;
  const { level, levers, actions } = report;
  const isPaused = levers.capture === 'paused';
  return (
    <section className="card pad mt-4">
      <div className="row wrap mb-3">
        <h2>{t('Budget')}</h2>
        <span className="sm dim">{isPaused ? t('Nothing is captured') : LEVELS[level]}</span>
        <span className="sp" />
        <Link href="/app/settings/storage" className="btn">
          {t('Change the budget')}
        </Link>
      </div>
      <p className="sm num">{usedText(report).join(' · ')}</p>
      {level !== 'full' && <p className="sm mt-3">{putOff(report)}</p>}
      {actions.slice(0, ACTIONS_SHOWN).map(({ timestamp, from, to, reason }) => (
        <p key={`${timestamp} ${to}`} className="xs dim num">
          {clock(Date.parse(timestamp))} · {labelled(`${from} → ${to}`, reason)}
        </p>
      ))}
    </section>
  );
}

function usedText({ budget, measured }: Report): string[] {
  const { disk_gb_per_month: disk, cpu_percent: used } = measured;
  const { disk_gb_per_month: most, cpu_percent: allowed } = budget;
  return [
    t('CPU {used, number} % of {allowed, number} % in five minutes', { used, allowed }),
    ...(disk !== null && most === null
      ? [t('Disk {used, number} GB a month', { used: disk })]
      : []),
    ...(disk !== null && most !== null
      ? [t('Disk {used, number} GB a month of {most, number} GB', { used: disk, most })]
      : []),
    ...(measured.on_battery ? [t('On battery')] : []),
  ];
}

function putOff({ levers, held_back: held }: Report): string {
  const seconds = levers.visual_gap_ms / 1000;
  return [
    t('A screen that changes by itself gets a picture every {seconds, number} s at most.', {
      seconds,
    }),
    t(
      'Put off, not lost: {pictures, plural, one {# picture} other {# pictures}} that came later, {recordings, plural, one {# recording} other {# recordings}} without text, {frames, plural, one {# frame} other {# frames}} to become video.',
      {
        pictures: held.pictures,
        recordings: held.recordings_waiting,
        frames: held.frames_waiting,
      },
    ),
  ].join(' ');
}
