import { whole } from './kinds';

const DAY_SECONDS = 86_400;

/** Settings of messages that are sent after a commit. Reference: notifications#delivery. */
export const outboxSettings = {
  outboxAttempts: whole(
    'SVC_OUTBOX_ATTEMPTS',
    { min: 1, max: 100 },
    {
      fallback: '15',
      apiOnly: true,
      about:
        'Number of attempts to send a mail or to call a webhook, after which the message is given up. The first retry follows within 5 seconds; each further delay is twice as long, up to an hour. Administrators can send a message again with `POST /notifications/{notification_id}/replay`.',
    },
  ),
  outboxRetention: whole(
    'SVC_OUTBOX_RETENTION',
    { min: 60, max: 3660 * DAY_SECONDS },
    {
      fallback: String(30 * DAY_SECONDS),
      apiOnly: true,
      about: 'Seconds after which messages that were sent or given up are deleted.',
    },
  ),
} as const;
