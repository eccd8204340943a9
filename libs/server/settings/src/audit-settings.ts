import { whole } from './kinds';

const DAY_SECONDS = 86_400;

/** How long the audit log is kept. Reference: audit-log#retention. */
export const auditSettings = {
  auditRetention: whole(
    'SVC_AUDIT_RETENTION',
    { min: 0, max: 36_600 * DAY_SECONDS },
    {
      fallback: '0',
      apiOnly: true,
      about:
        'Seconds after which changes are removed from the audit log and from the change log (`GET /changes`). 0 keeps them without end. What remains can still be verified. A sign-in and the end of its session write about 2.2 kB, with the indexes: a thousand a day are 800 MB a year. `GET /overview` and the home page of the console state the size of the log and its growth.',
    },
  ),
  auditEventRetention: whole(
    'SVC_AUDIT_EVENT_RETENTION',
    { min: 0, max: 36_600 * DAY_SECONDS },
    {
      fallback: String(90 * DAY_SECONDS),
      apiOnly: true,
      about:
        'Seconds after which events that changed nothing, such as failed sign-ins and refused requests, are removed from the audit log. 0 keeps them without end.',
    },
  ),
  auditMaxEvents: whole(
    'SVC_AUDIT_MAX_EVENTS',
    { min: 1_000, max: 1_000_000_000 },
    {
      fallback: '5000000',
      apiOnly: true,
      about:
        'Maximum number of such events; the oldest are removed first. An event takes about 500 bytes, with its indexes.',
    },
  ),
} as const;
