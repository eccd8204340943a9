import type { Catalogue } from '../language/language';

const en = {
  loading: 'One moment…',
  title: 'Link accounts',
  explanation: 'A user of another instance asks to be linked with your account.',
  requestedBy: 'User there',
  node: 'Instance',
  returnsTo: 'You return to',
  account: 'Your account here',
  none: 'not signed in',
  warning:
    'With a token of that instance, your account here will have full access to the account there. Continue only if that account is yours.',
  consent: 'Link the accounts',
  otherAccount: 'Use another account',
  signInFirst: 'Sign in with the account that is to be linked. You come back here.',
  signIn: 'Sign in',
  failed: 'The accounts cannot be linked',
  startAgain: 'Start the link again at the other instance.',
};

export const authorizeMessages: Catalogue<typeof en> = {
  en,
  fr: {
    loading: 'Un instant…',
    title: 'Associer des comptes',
    explanation: 'Un utilisateur d’une autre instance demande à être associé à votre compte.',
    requestedBy: 'Utilisateur là-bas',
    node: 'Instance',
    returnsTo: 'Vous retournerez à',
    account: 'Votre compte ici',
    none: 'non connecté',
    warning:
      'Avec un jeton de cette instance, votre compte ici aura un accès complet au compte là-bas. Continuez seulement si ce compte est le vôtre.',
    consent: 'Associer les comptes',
    otherAccount: 'Utiliser un autre compte',
    signInFirst: 'Connectez-vous avec le compte à associer. Vous reviendrez ici.',
    signIn: 'Se connecter',
    failed: 'Les comptes ne peuvent pas être associés',
    startAgain: 'Recommencez l’association sur l’autre instance.',
  },
};
