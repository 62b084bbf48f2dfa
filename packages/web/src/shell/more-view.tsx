/** The views that have no room in the bar of a narrow window. */
import { Link } from 'wouter';
import { t } from '../language/message.ts';
import { useTitle } from '../parts/view-title.ts';
import { MEMORY, WORKINGS } from './navigation.ts';

export function MoreView() {
  useTitle(t('More'));
  const places = [...MEMORY, ...WORKINGS].filter(({ isOnPhone }) => !isOnPhone);
  return (
    <div className="page">
      <h1 className="mb-4">{t('More')}</h1>
      <ul className="card list morelist">
        {places.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Link href={path}>
              <Icon className="ic" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
