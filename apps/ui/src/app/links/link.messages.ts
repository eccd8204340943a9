import type { Catalogue } from '../language/language';

const en = {
  loading: 'One moment…',
  unknownTitle: 'This link does not work',
  unknown:
    'It has been used already, or what it was for no longer exists. If you still need it, ask for a new mail where you asked for this one.',
  expiredTitle: 'This link has expired',
  expired: 'Links of mails work for a limited time. Ask for a new mail where you asked for this one.',
  brokenTitle: 'This link is incomplete',
  broken: 'Mail programs sometimes cut long links. Copy all of it from the mail into the address bar.',
  signInTitle: 'Sign in to go on',
  signIn: 'This link is for administrators. Sign in, and you come back here.',
  forbiddenTitle: 'Only for administrators',
  forbidden:
    'Your account may not use this link. It stays valid; sign in with an account of an administrator.',
  failedTitle: 'The link could not be opened',
  again: 'Try again',
  toSignIn: 'Sign in',
  otherAccount: 'Sign in with another account',
  terms: 'Terms',
};

export const linkMessages: Catalogue<typeof en> = {
  en,
  fr: {
    loading: 'Un instant…',
    unknownTitle: 'Ce lien ne fonctionne pas',
    unknown:
      'Il a déjà été utilisé, ou son objet n’existe plus. Si vous en avez encore besoin, demandez un nouveau courriel là où vous aviez demandé celui-ci.',
    expiredTitle: 'Ce lien a expiré',
    expired:
      'Les liens des courriels fonctionnent pendant un temps limité. Demandez un nouveau courriel là où vous aviez demandé celui-ci.',
    brokenTitle: 'Ce lien est incomplet',
    broken:
      'Les logiciels de messagerie coupent parfois les longs liens. Copiez-le en entier du courriel dans la barre d’adresse.',
    signInTitle: 'Connectez-vous pour continuer',
    signIn: 'Ce lien est réservé aux administrateurs. Connectez-vous, et vous reviendrez ici.',
    forbiddenTitle: 'Réservé aux administrateurs',
    forbidden:
      'Votre compte ne peut pas utiliser ce lien. Il reste valable ; connectez-vous avec un compte d’administrateur.',
    failedTitle: 'Le lien n’a pas pu être ouvert',
    again: 'Réessayer',
    toSignIn: 'Se connecter',
    otherAccount: 'Se connecter avec un autre compte',
    terms: 'Conditions',
  },
};
