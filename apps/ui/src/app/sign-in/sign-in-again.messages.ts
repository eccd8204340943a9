import type { Catalogue } from '../language/language';

const en = {
  title: 'Your session has ended',
  explanation: 'Sign in again to continue where you left off. Nothing that you have entered is lost.',
  leave: 'Leave instead',
};

/** Apart from the texts of the sign-in page, which does not show them. */
export const signInAgainMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Votre session est terminée',
    explanation:
      'Reconnectez-vous pour reprendre où vous en étiez. Rien de ce que vous avez saisi n’est perdu.',
    leave: 'Quitter',
  },
};
