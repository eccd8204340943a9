import type { Problem } from '@gatehouse/ui-data';
import type { Catalogue } from '../language/language';

const en = {
  unreachable: 'Gatehouse cannot be reached. Check your connection and try again.',
  broken: (status: number) => `Gatehouse could not answer (error ${status}). Try again in a moment.`,
};

export const problemMessages: Catalogue<typeof en> = {
  en,
  fr: {
    unreachable: 'Gatehouse est injoignable. Vérifiez votre connexion et réessayez.',
    broken: (status) => `Gatehouse n’a pas pu répondre (erreur ${status}). Réessayez dans un instant.`,
  },
};

/** The text of the reply, which is in the language of the console; texts of the console if there is none. */
export function problemText(problem: Problem, text: typeof en): string {
  if (problem.isUnreachable) return text.unreachable;
  return problem.code === undefined ? text.broken(problem.status) : problem.message;
}
