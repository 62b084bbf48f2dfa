/** Where one can go. Narrow windows have it as a bar of five at the foot, with the rest behind More. */
import { Ellipsis } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useHealth } from '../data/health.ts';
import { recordingOf } from '../data/recording.ts';
import { t } from '../language/message.ts';
import { bytes } from '../parts/format.ts';
import { MEMORY, type Place, WORKINGS } from './navigation.ts';

export function Rail() {
  const health = useHealth();
  const { tone } = recordingOf(health, Date.now());
  const needsAttention = tone === 'warn' || tone === 'bad' ? tone : undefined;
  return (
    <nav className="rail" aria-label={t('Main')}>
      <div className="brand">
        <BrandMark />
        <span className="lbl">Hindcast</span>
      </div>
      {MEMORY.map((place) => (
        <RailLink key={place.path} place={place} />
      ))}
      <div className="navsep" />
      {WORKINGS.map((place) => (
        <RailLink
          key={place.path}
          place={place}
          dot={place.path === '/app/health' ? needsAttention : undefined}
        />
      ))}
      <MoreLink dot={needsAttention} />
      <Disk freeBytes={health.report?.store?.free_bytes} />
    </nav>
  );
}

function isHere(location: string, path: string): boolean {
  if (location.startsWith('/app/frame/')) return path === '/app/search';
  return location === path || location.startsWith(`${path}/`);
}

function RailLink({ place, dot }: { place: Place; dot?: string | undefined }) {
  const [location] = useLocation();
  const { icon: Icon } = place;
  return (
    <Link
      className={`nav ${place.isOnPhone ? '' : 'more-only'}`}
      href={place.path}
      title={place.label}
      aria-current={isHere(location, place.path) ? 'page' : undefined}
    >
      <Icon className="ic" aria-hidden="true" />
      <span className="lbl">{place.label}</span>
      {dot && <Dot tone={dot} />}
    </Link>
  );
}

function MoreLink({ dot }: { dot: string | undefined }) {
  const [location] = useLocation();
  const hidden = [...MEMORY, ...WORKINGS].filter(({ isOnPhone }) => !isOnPhone);
  const isCurrent =
    location === '/app/more' ||
    hidden.some(({ path }) => isHere(location, path) && path !== '/app/search');
  return (
    <Link className="nav phone-only" href="/app/more" aria-current={isCurrent ? 'page' : undefined}>
      <Ellipsis className="ic" aria-hidden="true" />
      <span className="lbl">{t('More')}</span>
      {dot && <Dot tone={dot} />}
    </Link>
  );
}

/** What is left; how much is taken the service does not count. */
function Disk({ freeBytes }: { freeBytes: number | null | undefined }) {
  if (freeBytes === undefined || freeBytes === null) return null;
  return (
    <div className="disk">
      <p className="num">{t('{size} free', { size: bytes(freeBytes) })}</p>
    </div>
  );
}

function Dot({ tone }: { tone: string }) {
  return (
    <>
      <span className={`dot ${tone}`} aria-hidden="true" />
      <span className="sr">{t('needs attention')}</span>
    </>
  );
}

function BrandMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 12a8 8 0 1 1-3-6.200" />
      <path d="M12 8v4.500l-3.200 2" />
      <path d="M20.500 3v4h-4" />
    </svg>
  );
}
