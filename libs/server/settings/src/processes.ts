import { whole } from './kinds';

/** How many processes serve. */
export const processes = {
  apiWorkers: whole(
    'SVC_API_WORKERS',
    { min: 0, max: 128 },
    {
      fallback: '0',
      about:
        'Processes that serve the API on its port; 0: one for each processor, at most 4. Each has a snapshot and database connections of its own. SIGHUP to the API replaces them one by one, with settings read anew.',
    },
  ),
  proxyWorkers: whole(
    'SVC_PROXY_WORKERS',
    { min: 0, max: 128 },
    {
      fallback: '0',
      about:
        'The same for the proxy. Limits of memory and of connections to services are those of one process; `/metrics` answers for all of them.',
    },
  ),
};
