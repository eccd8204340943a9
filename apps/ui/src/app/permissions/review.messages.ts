import { type Catalogue, plural } from '../language/language';

const n = (count: number): string => new Intl.NumberFormat('en').format(count);
const nf = (count: number): string => new Intl.NumberFormat('fr').format(count);

const en = {
  title: 'Review the changes',
  assignments: 'Assignments that change',
  resource: 'Resource',
  permission: 'Permission',
  principal: 'User or group',
  before: 'Before',
  after: 'After',
  effects: 'Who gains or loses what',
  noEffects: 'No user gains or loses anything.',
  computing: 'Computing what changes…',
  gained: (users: number, pairs: number) =>
    `${n(users)} ${plural('en', users, 'user gains', 'users gain')} it on ${n(pairs)} ${plural('en', pairs, 'user–resource pair', 'user–resource pairs')}`,
  lost: (users: number, pairs: number) =>
    `${n(users)} ${plural('en', users, 'user loses', 'users lose')} it on ${n(pairs)} ${plural('en', pairs, 'user–resource pair', 'user–resource pairs')}`,
  anonymous: 'also callers who are not signed in',
  everybody: 'One of these changes applies to everyone, signed in or not.',
  truncated: 'There are too many effects to compute all of them; these are the first.',
  user: 'User',
  why: 'New reason',
  more: 'Show more',
  gains: 'gains',
  loses: 'loses',
  save: 'Save',
  cancel: 'Back',
  close: 'Close',
  conflict: 'Another user has changed the same assignments',
  conflictAbout: 'Choose which version of each assignment to keep.',
  mine: 'Mine',
  theirs: 'Theirs',
  resolve: 'Continue',
};

export type ReviewTexts = typeof en;

export const reviewMessages: Catalogue<ReviewTexts> = {
  en,
  fr: {
    title: 'Vérifier les modifications',
    assignments: 'Attributions qui changent',
    resource: 'Ressource',
    permission: 'Permission',
    principal: 'Utilisateur ou groupe',
    before: 'Avant',
    after: 'Après',
    effects: 'Qui gagne ou perd quoi',
    noEffects: 'Aucun utilisateur ne gagne ni ne perd quoi que ce soit.',
    computing: 'Calcul des effets…',
    gained: (users, pairs) =>
      `${nf(users)} ${plural('fr', users, 'utilisateur l’obtient', 'utilisateurs l’obtiennent')} sur ${nf(pairs)} ${plural('fr', pairs, 'couple utilisateur–ressource', 'couples utilisateur–ressource')}`,
    lost: (users, pairs) =>
      `${nf(users)} ${plural('fr', users, 'utilisateur la perd', 'utilisateurs la perdent')} sur ${nf(pairs)} ${plural('fr', pairs, 'couple utilisateur–ressource', 'couples utilisateur–ressource')}`,
    anonymous: 'y compris sans connexion',
    everybody: 'Une de ces modifications concerne tout le monde, connecté ou non.',
    truncated: 'Les effets sont trop nombreux pour être tous calculés ; en voici les premiers.',
    user: 'Utilisateur',
    why: 'Nouvelle raison',
    more: 'Afficher plus',
    gains: 'obtient',
    loses: 'perd',
    save: 'Enregistrer',
    cancel: 'Retour',
    close: 'Fermer',
    conflict: 'Un autre utilisateur a modifié les mêmes attributions',
    conflictAbout: 'Choisissez pour chacune la version à conserver.',
    mine: 'La mienne',
    theirs: 'La leur',
    resolve: 'Continuer',
  },
};
