import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '../language/message.ts';
import { EmptyState } from '../parts/states.tsx';
import { useTitle } from '../parts/view-title.ts';

/** For addresses below `/app` that no view has. */
export function NotFound() {
  useTitle(t('Not found'));
  return (
    <>
      <h1 className="sr">{t('Not found')}</h1>
      <EmptyState
        icon={Compass}
        title={t('There is nothing at this address')}
        text={t('The link may be from another version.')}
        actions={
          <Link className="btn" href="/app/timeline">
            {t('Timeline')}
          </Link>
        }
      />
    </>
  );
}
