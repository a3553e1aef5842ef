import { QueryClient } from '@tanstack/react-query';
import { ServiceProblem } from './problem.js';

const maxRetries = 3;

/** Answers that the next request may not get. */
function isPassing(error: Error): boolean {
  if (!(error instanceof ServiceProblem)) return false;
  return error.code === 'unreachable' || error.status === 429 || error.status >= 502;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < maxRetries && isPassing(error),
      // The browser's idea of the network says nothing about a service on this machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
