/** Starts the page: theme, live health, cached data, and the shell that shows one view. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { HindcastError } from './data/api.ts';
import { followHealth, onReturn } from './data/health.ts';
import { language } from './language/language.ts';
import { followLook } from './parts/preferences.ts';
import { AppShell } from './shell/app-shell.tsx';
import './tokens.css';
import './base.css';
import './shell/shell.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // What the service refused it refuses again; only silence is worth another try.
      retry: (tries, error) =>
        tries < 2 && error instanceof HindcastError && error.code === 'UNREACHABLE',
    },
  },
});

followLook();
followHealth();
onReturn(() => void queries.invalidateQueries());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <I18nProvider locale={language.locale}>
          <AppShell />
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
