import type { Catalogue } from '../language/language';

const en = {
  skip: 'Skip to content',
  menu: 'Menu',
  navigation: 'Main',
  account: 'Your session',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  home: 'Gatehouse, home',
  navigationItems: { home: 'Home', reference: 'API reference' },
};

export const shellMessages: Catalogue<typeof en> = {
  en,
  fr: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    navigation: 'Navigation principale',
    account: 'Votre session',
    signedInAs: 'Connecté en tant que',
    signOut: 'Se déconnecter',
    home: 'Gatehouse, accueil',
    navigationItems: { home: 'Accueil', reference: 'Référence de l’API' },
  },
};
