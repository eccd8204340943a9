import { seconds, size, text, whole } from './kinds';

const DAY_SECONDS = 86_400;

/** How much is read of services to keep in step with them. Reference: service-synchronization#limits. */
export const synchronization = {
  syncMaxAge: whole(
    'SVC_SYNC_MAX_AGE',
    { min: 60, max: 366 * DAY_SECONDS },
    {
      fallback: String(3 * 3_600),
      apiOnly: true,
      about: 'Seconds after which a service that was not synchronized counts as out of sync.',
    },
  ),
  syncRequestTimeout: seconds(
    'SVC_SYNC_REQUEST_TIMEOUT',
    { min: 0.1, max: 600 },
    {
      fallback: '30',
      apiOnly: true,
      about:
        'Seconds within which a service must have replied completely to one request of a synchronization.',
    },
  ),
  syncMaxTime: seconds(
    'SVC_SYNC_MAX_TIME',
    { min: 0.1, max: DAY_SECONDS },
    {
      fallback: '1800',
      apiOnly: true,
      about: 'Seconds within which all documents of a service must have been read.',
    },
  ),
  syncMaxResources: whole(
    'SVC_SYNC_MAX_RESOURCES',
    { min: 1, max: 10_000_000 },
    {
      fallback: '200000',
      apiOnly: true,
      about: 'Maximum number of resources of a service; the synchronization of a larger one fails.',
    },
  ),
  syncMaxDocuments: whole(
    'SVC_SYNC_MAX_DOCUMENTS',
    { min: 1, max: 1_000_000 },
    {
      fallback: '20000',
      apiOnly: true,
      about: 'Maximum number of documents that a synchronization reads.',
    },
  ),
  syncMaxSize: size('SVC_SYNC_MAX_SIZE', {
    fallback: '512 MB',
    apiOnly: true,
    about: 'Maximum size of all documents of a synchronization together.',
  }),
  cronLog: text('SVC_CRON_LOG', {
    fallback: '~/svc-cron.log',
    apiOnly: true,
    about:
      'File to which `gatehouse sync_resources` appends its messages; `~` and variables of the environment (`$NAME`) are replaced.',
  }),
} as const;
