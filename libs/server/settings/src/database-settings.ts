import { postgresUrl, seconds, whole } from './kinds';

const DAY_SECONDS = 86_400;

/** Where the data are, and how long processes wait for them. */
export const databaseSettings = {
  databaseUrl: postgresUrl('SVC_DB_URL', {
    secret: true,
    about: 'URL of an external PostgreSQL, 15 or newer. Without it `npm start` runs the embedded one.',
  }),
  databaseDirectUrl: postgresUrl('SVC_DB_DIRECT_URL', {
    secret: true,
    about:
      'URL of the same database without the transaction pooler that `SVC_DB_URL` leads to: of the server, or of a pool that keeps sessions. The change feed, the outbox, advisory locks, schema changes and tools use it. Default: `SVC_DB_URL`, which must keep sessions then.',
  }),
  databaseStartTimeout: seconds(
    'SVC_DB_START_TIMEOUT',
    { min: 0, max: 3_600 },
    {
      fallback: '60',
      about:
        'Seconds for which API and proxy wait at their start for a database that refuses connections, is starting, does not answer, or whose host is not known yet. Other problems end the start at once. Changes of the schema are waited for without limit.',
    },
  ),
  databasePool: whole(
    'SVC_DB_POOL',
    { min: 2, max: 500 },
    {
      fallback: '20',
      about:
        'Maximum number of database connections of the API, and of the proxy, divided among their workers; each worker has at least 2, and one more for the change feed; one of the API has another one for the outbox.',
    },
  ),
  databaseTimeout: seconds(
    'SVC_DB_TIMEOUT',
    { min: 0.2, max: 600 },
    {
      fallback: '8',
      about:
        'Seconds for which a request waits for a database connection, for other writers, and for the answer to each statement; then it is answered with 503 and the connection is closed. Schema changes have no limit, scheduled jobs and deliveries `SVC_DB_JOB_TIMEOUT`.',
    },
  ),
  databaseJobTimeout: whole(
    'SVC_DB_JOB_TIMEOUT',
    { min: 1, max: DAY_SECONDS },
    {
      fallback: '600',
      about: 'Seconds for which a scheduled job or a delivery waits for the answer to each statement.',
    },
  ),
};
