import type { Catalogue } from '../language/language';

const en = {
  loading: 'One moment…',
  unknownTitle: 'This link does not work',
  unknown:
    'It was used already, or its subject no longer exists. If you still need it, request a new email as you requested this one.',
  expiredTitle: 'This link has expired',
  expired: 'Links in emails are valid for a limited time. Request a new email as you requested this one.',
  brokenTitle: 'This link is incomplete',
  broken: 'Email programs sometimes cut long links. Copy the whole link from the email into the address bar.',
  signInTitle: 'Sign in to continue',
  signIn: 'This link is for administrators. After signing in you return to this page.',
  forbiddenTitle: 'Only for administrators',
  forbidden:
    'Your account may not use this link. It remains valid; sign in with an account of an administrator.',
  failedTitle: 'The link could not be opened',
  again: 'Try again',
  formMissing: 'The form could not be loaded. Check the connection, then try again.',
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
    formMissing: 'Le formulaire n’a pas pu être chargé. Vérifiez la connexion, puis réessayez.',
    toSignIn: 'Se connecter',
    otherAccount: 'Se connecter avec un autre compte',
    terms: 'Conditions',
  },
};
