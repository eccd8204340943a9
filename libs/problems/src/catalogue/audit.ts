import type { Entries } from '../entry';

/** The change log and the audit log: `/changes` and `/audit`. */
export const audit = {
  revision_invalid: {
    status: 422,
    detail: { en: 'Invalid revision.', fr: 'Révision non valide.' },
    meaning: 'The revision in the path is not a number.',
    remedy: {
      en: 'Use a revision of `GET /changes` or `GET /audit`.',
      fr: 'Utilisez une révision de `GET /changes` ou de `GET /audit`.',
    },
  },
  revision_not_found: {
    status: 404,
    detail: { en: 'Revision not found.', fr: 'Révision introuvable.' },
    meaning: 'No change has this revision, or it was removed after `SVC_AUDIT_RETENTION`.',
    remedy: {
      en: 'Use a revision of `GET /changes` or `GET /audit`.',
      fr: 'Utilisez une révision de `GET /changes` ou de `GET /audit`.',
    },
  },
  revision_not_undoable: {
    status: 409,
    detail: {
      en: 'Only changes of permission assignments can be undone.',
      fr: 'Seules les modifications d’affectations de permissions peuvent être annulées.',
    },
    meaning:
      'The revision changed something other than permission assignments, changed nothing, or changed more than 20,000 of them.',
    remedy: { en: 'Make the opposite change.', fr: 'Faites la modification inverse.' },
  },
  revision_changed_since: {
    status: 409,
    detail: {
      en: 'The assignments have been changed again since this revision.',
      fr: 'Ce que la révision a modifié a été modifié de nouveau depuis.',
    },
    meaning:
      'An assignment has changed since the revision, or its principal or resource no longer exists. `conflicts` lists these assignments. Nothing was undone.',
    remedy: {
      en: 'Undo the later changes first, or make the opposite change.',
      fr: 'Annulez d’abord les modifications ultérieures, ou faites la modification inverse.',
    },
  },
  too_many_event_streams: {
    status: 429,
    detail: {
      en: 'Too many event streams are open.',
      fr: 'Trop de flux d’événements sont ouverts.',
    },
    meaning: 'The user, or all users together, have the maximum number of open streams of change events.',
    remedy: { en: 'Close a stream, or retry later.', fr: 'Fermez un flux, ou réessayez plus tard.' },
  },
} as const satisfies Entries;
