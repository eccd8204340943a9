import type { Problem } from '@gatehouse/ui-data';
import type { Catalogue } from '../language/language';

const en = {
  unreachable: 'Gatehouse cannot be reached. Check your connection and try again.',
  forbidden: 'You do not have access to this.',
  broken: (status: number) => `Gatehouse could not answer (error ${status}). Try again in a moment.`,
  /** What the API says, in its own words, which are English. */
  refused: (detail: string) => detail,
};

export const problemMessages: Catalogue<typeof en> = {
  en,
  fr: {
    unreachable: 'Gatehouse est injoignable. Vérifiez votre connexion et réessayez.',
    forbidden: 'Vous n’avez pas accès à ceci.',
    broken: (status) => `Gatehouse n’a pas pu répondre (erreur ${status}). Réessayez dans un instant.`,
    refused: (detail) => `Refusé\u00a0: ${detail}`,
  },
};

/** What a page tells its reader about a problem. */
export function problemText(problem: Problem, text: typeof en): string {
  if (problem.isUnreachable) return text.unreachable;
  if (problem.status === 403) return text.forbidden;
  if (problem.status >= 500) return text.broken(problem.status);
  return text.refused(problem.message);
}
