import type { Locale } from '@gatehouse/problems';

/** Texts of the pages for browsers. */
export interface RefusalTexts {
  /** Headings by status. */
  readonly titles: Readonly<Record<number, string>>;
  /** Heading of other 4xx. */
  readonly refused: string;
  /** Heading of other 5xx. */
  readonly failed: string;
  readonly status: (status: number) => string;
  readonly service: string;
  readonly signedInAs: string;
  readonly permission: string;
  readonly needed: string;
  readonly administrator: string;
  readonly everywhere: string;
  readonly resource: string;
  readonly above: string;
  readonly contact: string;
  readonly signIn: string;
  readonly signInOtherwise: string;
  readonly again: string;
  readonly code: string;
  readonly requestId: string;
}

export const REFUSAL_TEXTS: Readonly<Record<Locale, RefusalTexts>> = {
  en: {
    titles: {
      401: 'Sign in to continue',
      403: 'You do not have access',
      404: 'Page not found',
      413: 'The request is too large',
      502: 'The service cannot be reached',
      503: 'Temporarily unavailable',
      504: 'The service does not respond',
    },
    refused: 'The request was refused',
    failed: 'Something went wrong',
    status: (status) => `Error ${status}`,
    service: 'Service',
    signedInAs: 'Signed in as',
    permission: 'Missing permission',
    needed: 'Needed',
    administrator: 'an administrator',
    everywhere: 'on the whole service',
    resource: 'Resource',
    above: 'Closest registered resource',
    contact: 'Whom to ask',
    signIn: 'Sign in',
    signInOtherwise: 'Sign in with another account',
    again: 'Try again',
    code: 'Error code',
    requestId: 'Request',
  },
  fr: {
    titles: {
      401: 'Connectez-vous pour continuer',
      403: 'Vous n’avez pas accès',
      404: 'Page introuvable',
      413: 'La requête est trop volumineuse',
      502: 'Le service est injoignable',
      503: 'Momentanément indisponible',
      504: 'Le service ne répond pas',
    },
    refused: 'La requête a été refusée',
    failed: 'Une erreur est survenue',
    status: (status) => `Erreur ${status}`,
    service: 'Service',
    signedInAs: 'Connecté en tant que',
    permission: 'Permission manquante',
    needed: 'Requis',
    administrator: 'un administrateur',
    everywhere: 'sur l’ensemble du service',
    resource: 'Ressource',
    above: 'Ressource enregistrée la plus proche',
    contact: 'À qui s’adresser',
    signIn: 'Se connecter',
    signInOtherwise: 'Se connecter avec un autre compte',
    again: 'Réessayer',
    code: 'Code d’erreur',
    requestId: 'Requête',
  },
};
