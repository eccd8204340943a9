/** What events can end, by column of the table in docs/reference/sessions.md. */
export const COLUMNS = [
  'sessions',
  'API tokens',
  'network tokens',
  'linked identities',
  'one-time links',
  'callback links of webhooks',
] as const;
export type Column = (typeof COLUMNS)[number];

const LINKS_OF_THE_PASSWORD = 'those for the password and the email address deleted';

/** What each event ends for the account that it concerns. */
export const MATRIX: Readonly<Record<string, Readonly<Record<Column, string>>>> = {
  'change of the own password': {
    sessions: 'ended, except that of the request',
    'API tokens': 'revoked, except those that the request names',
    'network tokens': 'revoked',
    'linked identities': 'kept',
    'one-time links': LINKS_OF_THE_PASSWORD,
    'callback links of webhooks': 'kept',
  },
  'password reset': {
    sessions: 'ended',
    'API tokens': 'revoked',
    'network tokens': 'revoked',
    'linked identities': 'kept',
    'one-time links': LINKS_OF_THE_PASSWORD,
    'callback links of webhooks': 'kept',
  },
  'change of the password by an administrator': {
    sessions: 'ended',
    'API tokens': 'revoked',
    'network tokens': 'revoked',
    'linked identities': 'kept',
    'one-time links': LINKS_OF_THE_PASSWORD,
    'callback links of webhooks': 'kept',
  },
  'deletion of the account': {
    sessions: 'ended',
    'API tokens': 'revoked',
    'network tokens': 'revoked',
    'linked identities': 'deleted',
    'one-time links': 'deleted',
    'callback links of webhooks': 'deleted',
  },
  'end of all sessions': {
    sessions: 'ended, except that of the request',
    'API tokens': 'kept',
    'network tokens': 'kept',
    'linked identities': 'kept',
    'one-time links': 'kept',
    'callback links of webhooks': 'kept',
  },
  'removal of the provider': {
    sessions: 'those of the provider ended',
    'API tokens': 'kept',
    'network tokens': 'kept',
    'linked identities': 'those of the provider deleted',
    'one-time links': 'kept',
    'callback links of webhooks': 'kept',
  },
  'removal of the node': {
    sessions: 'those of its tokens ended',
    'API tokens': 'kept',
    'network tokens': 'revoked',
    'linked identities': 'those of the node deleted',
    'one-time links': 'kept',
    'callback links of webhooks': 'kept',
  },
};
