import { Malformed, flag, setting, text, optionalText, whole } from './kinds';

/** `host`, or an origin with its scheme. */
const HOST = /^(?:https?:\/\/)?[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?(?::\d{1,5})?\/?$/i;

/** The workflow portal to which services are pushed. Reference: notifications#workflow-portal. */
export const portalSettings = {
  portalHost: setting<string | undefined>(
    'SVC_PORTAL_HOST',
    {
      apiOnly: true,
      about:
        'Host name of the workflow portal (Phoenix) to which services are pushed, reached by https at `SVC_PORTAL_PORT`; or its origin, such as `http://phoenix:8081`. Without it, nothing is pushed.',
    },
    (value) => {
      if (!HOST.test(value)) throw new Malformed('must be a host name or an origin, without a path');
      return value.replace(/\/$/, '');
    },
  ),
  portalPort: whole(
    'SVC_PORTAL_PORT',
    { min: 1, max: 65535 },
    { fallback: '8443', apiOnly: true, about: 'Port of the workflow portal, if `SVC_PORTAL_HOST` has none.' },
  ),
  portalUser: text('SVC_PORTAL_USER', {
    fallback: 'phoenix',
    apiOnly: true,
    about: 'User name at the workflow portal; its local account has only a password.',
  }),
  portalPassword: optionalText('SVC_PORTAL_PASSWORD', {
    apiOnly: true,
    secret: true,
    about: 'Password at the workflow portal. `SVC_PORTAL_HOST` requires it.',
  }),
  portalPush: flag('SVC_PORTAL_PUSH', {
    fallback: 'false',
    apiOnly: true,
    about: 'Whether services are pushed to the workflow portal also at the start of the API.',
  }),
} as const;
