import { consoleTexts } from '../language/console-texts';

export const memberHomeTexts = consoleTexts({
  en: {
    welcome: 'Signed in as {{name}}',
    incomplete: 'Some of this could not be loaded.',
    account: 'Your account',
    userName: 'User name',
    email: 'Email',
    groups: 'Your groups',
    noGroups: 'You are not a member of any group.',
    reach: 'What you can reach',
    reachNote: 'Services on which you or one of your groups have permissions.',
    nothing: 'You do not have access to any service yet. An administrator can grant it.',
    below: 'parts of it',
    loading: 'Loading…',
  },
  fr: {
    welcome: 'Connecté : {{name}}',
    incomplete: 'Une partie n’a pas pu être chargée.',
    account: 'Votre compte',
    userName: 'Nom d’utilisateur',
    email: 'Courriel',
    groups: 'Vos groupes',
    noGroups: 'Vous n’êtes membre d’aucun groupe.',
    reach: 'Ce qui vous est accessible',
    reachNote: 'Les services sur lesquels vous ou l’un de vos groupes avez des permissions.',
    nothing: 'Vous n’avez encore accès à aucun service. Un administrateur peut vous l’accorder.',
    below: 'certaines parties',
    loading: 'Chargement…',
  },
});
