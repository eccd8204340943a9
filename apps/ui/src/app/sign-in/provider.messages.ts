import type { Catalogue } from '../language/language';

const en = {
  provider_sign_in_refused: 'The sign-in with the provider was refused.',
  provider_unavailable: 'The identity provider cannot be reached, or its reply cannot be used.',
  external_account_missing: 'This identity belongs to no account, and the provider creates none.',
  external_email_taken:
    'An account with this email address exists. Sign in to it and link the identity there.',
  external_identity_exists: 'This identity belongs to another account.',
};

/** Why a sign-in with a provider did not work, by error code, in the words of the API. */
export type ProviderProblem = keyof typeof en;

export const providerMessages: Catalogue<typeof en> = {
  en,
  fr: {
    provider_sign_in_refused: 'La connexion avec le fournisseur a été refusée.',
    provider_unavailable: 'Le fournisseur d’identité est injoignable, ou sa réponse est inutilisable.',
    external_account_missing: 'Cette identité n’appartient à aucun compte, et le fournisseur n’en crée pas.',
    external_email_taken:
      'Un compte avec cette adresse existe. Connectez-vous à ce compte et liez-y l’identité.',
    external_identity_exists: 'Cette identité appartient à un autre compte.',
  },
};

/** Any site can create an address with a code, so it only selects one of these texts; other codes are ignored. */
export function isProviderProblem(code: string | null): code is ProviderProblem {
  return code !== null && Object.hasOwn(en, code);
}
