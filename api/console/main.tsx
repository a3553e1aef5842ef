import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import { setSignedOutListener } from './data/client.js';
import { queryClient } from './data/query-client.js';
import { sessionQuery } from './data/session.js';
import { Toasts } from './parts/toasts.js';
import { router } from './routes.js';
import { applyTheme } from './shell/theme.js';

applyTheme();
// The page in view asks who is signed in again, and leads to the sign-in.
setSignedOutListener(() => void queryClient.resetQueries({ queryKey: sessionQuery.queryKey }));

const element = document.getElementById('console');
if (!element) throw new Error('The page has no element `console`');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
