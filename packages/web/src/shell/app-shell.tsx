/** Rail, top bar and the one view that the address names. Each view is loaded when it is first asked for. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Route, Switch, useLocation } from 'wouter';
import { isStoreLocked, useHealth } from '../data/health.ts';
import { t } from '../language/message.ts';
import { Toasts } from '../parts/dialogs/toast.tsx';
import { Loading } from '../parts/states.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Home } from './home.tsx';
import { LockedView } from './locked-view.tsx';
import { MoreView } from './more-view.tsx';
import { NotFound } from './not-found.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { ViewBoundary } from './view-boundary.tsx';

const lazily = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const SearchView = lazily(() => import('../search/search-view.tsx'), 'SearchView');
const VIEWS: readonly { path: string; view: ComponentType }[] = [
  {
    path: '/app/timeline',
    view: lazily(() => import('../timeline/timeline-view.tsx'), 'TimelineView'),
  },
  { path: '/app/search', view: SearchView },
  { path: '/app/ask', view: lazily(() => import('../ask/ask-view.tsx'), 'AskView') },
  { path: '/app/frame/:id', view: lazily(() => import('../frame/frame-view.tsx'), 'FrameView') },
  { path: '/app/audio/:id?', view: lazily(() => import('../audio/audio-view.tsx'), 'AudioView') },
  {
    path: '/app/speakers/:id?',
    view: lazily(() => import('../speakers/speakers-view.tsx'), 'SpeakersView'),
  },
  {
    path: '/app/activity',
    view: lazily(() => import('../activity/activity-view.tsx'), 'ActivityView'),
  },
  { path: '/app/pipes/:id?', view: lazily(() => import('../pipes/pipes-view.tsx'), 'PipesView') },
  { path: '/app/sync', view: lazily(() => import('../sync/sync-view.tsx'), 'SyncView') },
  { path: '/app/health', view: lazily(() => import('../health/health-view.tsx'), 'HealthView') },
  {
    path: '/app/settings/:section?',
    view: lazily(() => import('../settings/settings-view.tsx'), 'SettingsView'),
  },
  {
    path: '/app/welcome',
    view: lazily(() => import('../welcome/welcome-view.tsx'), 'WelcomeView'),
  },
];

export function AppShell() {
  const [location, navigate] = useLocation();
  const isLocked = isStoreLocked(useHealth());
  return (
    <RouterProvider navigate={navigate}>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <div className="app">
        <Rail />
        <TopBar />
        <div className="view">
          <Offline />
          <main id="main" tabIndex={-1}>
            <ViewBoundary key={location.split('/')[2] ?? ''}>
              <Suspense fallback={<Loading />}>
                <Switch>
                  {isLocked && <Route component={LockedView} />}
                  <Route path="/" component={Home} />
                  <Route path="/app" component={Home} />
                  {VIEWS.map(({ path, view }) => (
                    <Route key={path} path={path} component={view} />
                  ))}
                  <Route path="/app/more" component={MoreView} />
                  <Route component={NotFound} />
                </Switch>
              </Suspense>
            </ViewBoundary>
          </main>
        </div>
      </div>
      <CommandPalette />
      <Toasts />
    </RouterProvider>
  );
}

function Offline() {
  const { isReachable } = useHealth();
  useEffect(() => {
    const icon = document.querySelector('link[rel=icon]');
    icon?.setAttribute('href', isReachable ? '/app/icon.svg' : '/app/icon-lost.svg');
  }, [isReachable]);
  if (isReachable) return null;
  return (
    <div className="offline" role="alert">
      {t(
        'Hindcast is not answering. The page tries again every few seconds. What you see may be out of date.',
      )}
    </div>
  );
}
