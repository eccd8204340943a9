import type { Entries } from '../entry';

/** Mails and webhook calls: `/notifications`. */
export const notifications = {
  notification_id_invalid: {
    status: 422,
    detail: { en: 'Invalid notification identifier.', fr: 'Identifiant de notification non valide.' },
    meaning: 'The identifier in the path is not a UUID.',
    remedy: 'Use an identifier of `GET /notifications`.',
  },
  notification_not_found: {
    status: 404,
    detail: { en: 'Notification not found.', fr: 'Notification introuvable.' },
    meaning: 'No notification has this identifier, or it was deleted after `SVC_OUTBOX_RETENTION`.',
    remedy: 'Use an identifier of `GET /notifications`.',
  },
  notification_queued: {
    status: 409,
    detail: {
      en: 'The notification is still queued.',
      fr: 'La notification est encore en attente d’envoi.',
    },
    meaning: 'Only notifications that were sent or given up can be replayed.',
    remedy: 'Wait; the notification is sent without further action.',
  },
} as const satisfies Entries;
