import { consoleTexts } from '../language/console-texts';

export const signedInTexts = consoleTexts({
  en: {
    title: 'Signed in as {{user_name}}',
    explanation:
      'Return to the tab in which you were working: it continues by itself. You can close this one.',
    home: 'Go to the home page',
  },
  fr: {
    title: 'Connecté : {{user_name}}',
    explanation:
      'Revenez à l’onglet dans lequel vous travailliez : il continue de lui-même. Vous pouvez fermer celui-ci.',
    home: 'Aller à l’accueil',
  },
});
