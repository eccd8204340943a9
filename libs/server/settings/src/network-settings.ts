import { flag, optionalText, paths, text, whole } from './kinds';

const DAY_SECONDS = 86_400;
const YEAR = 366 * DAY_SECONDS;

/** Settings of network mode. Reference: network-protocol#settings. */
export const networkSettings = {
  networkEnabled: flag('SVC_NETWORK_ENABLED', {
    fallback: 'false',
    about:
      'Network mode: whether users of other instances can use this one, and the reverse. Requires `SVC_NETWORK_INSTANCE_NAME` and a key.',
  }),
  networkInstanceName: optionalText('SVC_NETWORK_INSTANCE_NAME', {
    about:
      'Name of this instance, under which the others register it: lower-case letters and digits, joined by single `-` or `_`.',
  }),
  networkNamePrefix: text('SVC_NETWORK_NAME_PREFIX', {
    fallback: 'gatehouse_network_',
    presets: { magpie: 'magpie_network_' },
    about:
      'What the names of the user and the group of a node begin with. Do not change it once nodes exist.',
  }),
  networkGroupName: text('SVC_NETWORK_GROUP_NAME', {
    fallback: 'gatehouse_network',
    presets: { magpie: 'magpie_network' },
    about: 'Group that holds the permissions of all users who sign in through any node.',
  }),
  networkTokenName: text('SVC_NETWORK_TOKEN_NAME', {
    fallback: 'gatehouse_token',
    presets: { magpie: 'magpie_token' },
    about: 'Query parameter that carries a network token to the proxy; it is never forwarded.',
  }),
  networkProvider: text('SVC_NETWORK_PROVIDER', {
    fallback: 'gatehouse_network',
    presets: { magpie: 'magpie_network' },
    about: 'Name of the provider for network tokens.',
  }),
  networkTokenExpiry: whole(
    'SVC_NETWORK_DEFAULT_TOKEN_EXPIRY',
    { min: 60, max: YEAR },
    { fallback: String(DAY_SECONDS), about: 'Seconds for which a network token is valid.' },
  ),
} as const;

/** Settings of the keys that sign messages to other instances; only the API reads them. */
export const networkKeySettings = {
  networkMessageExpiry: whole(
    'SVC_NETWORK_INTERNAL_TOKEN_EXPIRY',
    { min: 5, max: 300 },
    {
      apiOnly: true,
      fallback: '30',
      about:
        'Seconds for which a signed message to another instance is valid. The clocks must agree better than that.',
    },
  ),
  networkPemFiles: paths('SVC_NETWORK_PEM_FILES', {
    apiOnly: true,
    fallback: './key.pem',
    about:
      'PEM files with RSA private keys of 2048 bits or more, joined by `:`. The first key signs, the public keys of all are published. Changed files are read again without a restart.',
  }),
  networkPemPasswords: optionalText('SVC_NETWORK_PEM_PASSWORDS', {
    apiOnly: true,
    secret: true,
    about:
      'Passwords of the files, joined by `:` in the same order; an empty or missing one means that the file is not encrypted.',
  }),
  networkCreatePem: flag('SVC_NETWORK_CREATE_MISSING_PEM_FILE', {
    apiOnly: true,
    fallback: 'false',
    about:
      'Whether a key is generated at start if exactly one file is configured and does not exist; it is encrypted if it has a password.',
  }),
} as const;
