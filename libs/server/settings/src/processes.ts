import { whole } from './kinds';

/** How many processes serve. */
export const processes = {
  apiWorkers: whole(
    'SVC_API_WORKERS',
    { min: 0, max: 128 },
    {
      fallback: '0',
      about:
        'Number of worker processes of the API, on one port; 0: one per processor, at most 4. Each has its own snapshot and database connections. SIGHUP to the API restarts them one after the other and reloads the settings.',
    },
  ),
  proxyWorkers: whole(
    'SVC_PROXY_WORKERS',
    { min: 0, max: 128 },
    {
      fallback: '0',
      about:
        'Number of worker processes of the proxy, likewise. Limits of memory and of connections to services apply to each process; `/metrics` covers all of them.',
    },
  ),
};
