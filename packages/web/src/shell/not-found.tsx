import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../parts/states.tsx';
import { useTitle } from '../parts/view-title.ts';

/** For addresses below `/app` that no view has. */
export function NotFound() {
  useTitle('Not found');
  return (
    <>
      <h1 className="sr">Not found</h1>
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        text="The link may be from another version."
        actions={
          <Link className="btn" href="/app/timeline">
            Timeline
          </Link>
        }
      />
    </>
  );
}
