import { proxyUrl, targets } from './address-kinds';
import { optionalText, seconds, whole } from './kinds';

const DAY_SECONDS = 86_400;

/** Settings of requests to URLs that users or peers give, and of webhooks. Reference: webhooks#targets, webhooks#delivery. */
export const outgoing = {
  outgoingAllowed: targets('SVC_OUTGOING_ALLOWED', {
    fallback: '',
    about:
      'Targets of webhooks, and of other requests to URLs that users or peers give, beyond public addresses over https: networks (`10.1.0.0/16`), addresses, host names, and domains (`*.example.org`). They may be private, and use http.',
  }),
  outgoingProxy: proxyUrl('SVC_OUTGOING_PROXY', {
    secret: true,
    about:
      'URL of an HTTP proxy for requests to identity providers, other instances and receivers of webhooks: `http://proxy.example.org:3128`, with credentials where it needs them. It has to refuse private addresses. Requests to services, mail, and targets at addresses that are not public do not use it.',
  }),
  outgoingProxyExcept: targets('SVC_OUTGOING_PROXY_EXCEPT', {
    fallback: '',
    about:
      'Targets that are reached without `SVC_OUTGOING_PROXY`: networks, addresses, host names, and domains (`*.example.org`).',
  }),
  webhooksConfigPath: optionalText('SVC_WEBHOOKS_CONFIG_PATH', {
    about:
      'File, or folder of files, with a section `webhooks`, read when the API starts. Its webhooks are read-only in the API.',
  }),
  webhookTimeout: seconds(
    'SVC_WEBHOOKS_TIMEOUT',
    { min: 0.1, max: 60 },
    { fallback: '10', about: 'Seconds within which the receiver of a webhook must reply.' },
  ),
  webhookSuspendAfter: whole(
    'SVC_WEBHOOKS_SUSPEND_AFTER',
    { min: 0, max: 1_000_000 },
    {
      fallback: '10',
      about:
        'Number of deliveries in a row that failed, each after its last retry, after which a webhook is suspended until an administrator resumes it. 0: never.',
    },
  ),
  webhookSecretOverlap: whole(
    'SVC_WEBHOOKS_SECRET_OVERLAP',
    { min: 0, max: 366 * DAY_SECONDS },
    {
      fallback: String(DAY_SECONDS),
      about:
        'Seconds for which deliveries are signed with the previous secret as well, after the secret of a webhook was replaced.',
    },
  ),
  webhookLogDays: whole(
    'SVC_WEBHOOKS_LOG_DAYS',
    { min: 1, max: 3_660 },
    { fallback: '30', about: 'Days for which finished deliveries of webhooks are kept.' },
  ),
} as const;
