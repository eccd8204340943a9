import type { Catalogue } from '../language/language';

const en = {
  title: 'Page not found',
  explanation: 'There is no page at this address. It may have been mistyped, or what it showed is gone.',
  home: 'Go to the home page',
};

export const notFoundMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Page introuvable',
    explanation:
      'Il n’y a pas de page à cette adresse. Elle est peut-être mal saisie, ou son contenu a disparu.',
    home: 'Aller à l’accueil',
  },
};
