import type { Entries } from '../entry';

/** Mails and webhook calls: `/notifications`. */
export const notifications = {
  notification_id_invalid: {
    status: 422,
    detail: { en: 'Invalid notification identifier.', fr: 'Identifiant de notification non valide.' },
    meaning: 'The identifier in the path is not a UUID.',
    remedy: {
      en: 'Use an identifier of `GET /notifications`.',
      fr: 'Utilisez un identifiant de `GET /notifications`.',
    },
  },
  notification_not_found: {
    status: 404,
    detail: { en: 'Notification not found.', fr: 'Notification introuvable.' },
    meaning: 'No notification has this identifier, or it was deleted after `SVC_OUTBOX_RETENTION`.',
    remedy: {
      en: 'Use an identifier of `GET /notifications`.',
      fr: 'Utilisez un identifiant de `GET /notifications`.',
    },
  },
  notification_queued: {
    status: 409,
    detail: {
      en: 'The notification is still queued.',
      fr: 'La notification est encore en attente d’envoi.',
    },
    meaning: 'Only notifications that were sent or given up can be replayed.',
    remedy: {
      en: 'Wait; the notification is sent without further action.',
      fr: 'Attendez ; la notification est envoyée sans autre intervention.',
    },
  },
} as const satisfies Entries;
