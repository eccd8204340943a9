import { consoleTexts } from '../language/console-texts';

export const memberHomeTexts = consoleTexts('memberHome', {
  en: {
    welcome: 'Signed in as {{name}}',
    incomplete: 'Some of this could not be loaded.',
    again: 'Try again',
    account: 'Your account',
    userName: 'User name',
    email: 'Email',
    groups: 'Your groups',
    noGroups: 'You are not a member of any group.',
    reach: 'What you can reach',
    reachNote: 'Services on which you, or a group you belong to, have been allowed something.',
    nothing: 'Nothing has been opened to you yet. An administrator can grant you access.',
    below: 'parts of it',
    loading: 'Loading…',
  },
  fr: {
    welcome: 'Connecté en tant que {{name}}',
    incomplete: 'Une partie n’a pas pu être chargée.',
    again: 'Réessayer',
    account: 'Votre compte',
    userName: 'Nom d’utilisateur',
    email: 'Courriel',
    groups: 'Vos groupes',
    noGroups: 'Vous n’êtes membre d’aucun groupe.',
    reach: 'Ce qui vous est accessible',
    reachNote: 'Les services sur lesquels quelque chose vous a été accordé, à vous ou à l’un de vos groupes.',
    nothing: 'Rien ne vous a encore été ouvert. Un administrateur peut vous accorder un accès.',
    below: 'certaines parties',
    loading: 'Chargement…',
  },
});
