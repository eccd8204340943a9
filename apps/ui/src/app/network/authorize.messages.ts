import type { Catalogue } from '../language/language';

const en = {
  loading: 'One moment…',
  title: 'Link accounts',
  explanation: 'A user of another instance requests to be linked with your account.',
  requestedBy: 'Remote user',
  node: 'Instance',
  returnsTo: 'You return to',
  account: 'Local account',
  none: 'not signed in',
  warning:
    'With a token of that instance, your local account has full access to the remote account. Continue only if the remote account is yours.',
  consent: 'Link the accounts',
  otherAccount: 'Use another account',
  signInFirst: 'Sign in with the account that is to be linked. You will return to this page.',
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
    requestedBy: 'Utilisateur distant',
    node: 'Instance',
    returnsTo: 'Vous retournerez à',
    account: 'Compte local',
    none: 'non connecté',
    warning:
      'Avec un jeton de cette instance, votre compte local a un accès complet au compte distant. Continuez seulement si le compte distant est le vôtre.',
    consent: 'Associer les comptes',
    otherAccount: 'Utiliser un autre compte',
    signInFirst: 'Connectez-vous avec le compte à associer. Vous reviendrez ici.',
    signIn: 'Se connecter',
    failed: 'Les comptes ne peuvent pas être associés',
    startAgain: 'Recommencez l’association sur l’autre instance.',
  },
};
