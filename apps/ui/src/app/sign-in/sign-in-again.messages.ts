import type { Catalogue } from '../language/language';

const en = {
  title: 'Your session has ended',
  explanation: 'Sign in again to continue where you left off. Nothing that you have entered is lost.',
  or: 'or',
  withProvider: (name: string) => `Continue with ${name}`,
  signInPage: 'Open the sign-in page',
  newTab: 'A new tab opens. Sign in there, then return to this page: it continues by itself.',
  otherAccount: (name: string) =>
    `Another account is signed in now. To continue on this page, sign in as ${name}.`,
  leave: 'Leave instead',
};

/** Apart from the texts of the sign-in page, which does not show them. */
export const signInAgainMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Votre session est terminée',
    explanation:
      'Reconnectez-vous pour reprendre où vous en étiez. Rien de ce que vous avez saisi n’est perdu.',
    or: 'ou',
    withProvider: (name) => `Continuer avec ${name}`,
    signInPage: 'Ouvrir la page de connexion',
    newTab:
      'Un nouvel onglet s’ouvre. Connectez-vous là-bas, puis revenez sur cette page : elle continue d’elle-même.',
    otherAccount: (name) =>
      `Un autre compte est maintenant connecté. Pour continuer sur cette page, connectez-vous avec le compte ${name}.`,
    leave: 'Quitter',
  },
};
