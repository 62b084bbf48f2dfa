/** The moments that prove an answer, as cards with the numbers that its sentences cite. Arrow keys go from one to the next. */
import type { Evidence } from '@hindcast/client';
import { useLocation } from 'wouter';
import { t } from '../language/message.ts';
import { useKeys } from '../parts/keys.ts';
import { EvidenceCard } from './evidence-card.tsx';
import { addressOf, focusEvidence, timelineAt } from './evidence-link.ts';

export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <section aria-label={t('Evidence')}>
      <h2 className="mb-3 mt-6">
        {t('Evidence')}{' '}
        <span className="sm dim">
          {t('{count, plural, one {# moment} other {# moments}}', { count: evidence.length })}
        </span>
      </h2>
      <div className="evidence">
        {evidence.map((one) => (
          <EvidenceCard key={one.id} evidence={one} />
        ))}
      </div>
    </section>
  );
}

export function useEvidenceKeys(evidence: readonly Evidence[]): void {
  const [, navigate] = useLocation();
  const at = () => {
    const id = document.activeElement?.closest('.evi')?.id;
    return evidence.findIndex((one) => `evidence-${one.id}` === id);
  };
  const step = (steps: number) => {
    const next = evidence[Math.min(evidence.length - 1, Math.max(0, at() + steps))];
    if (next) focusEvidence(next.id);
  };
  const go = (address: (one: Evidence) => string) => {
    const one = evidence[at()];
    if (one) navigate(address(one));
  };
  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => go(addressOf),
    t: () => go(({ timestamp }) => timelineAt(timestamp)),
  });
}
