import { HeaderPolicy } from './header-policy';

/** `keep` and `drop`, or the name of a treatment that depends on the value or on the service. */
export type ResponseTreatment =
  | 'keep'
  | 'drop'
  | 'drop-caching'
  | 'accel-redirect'
  | 'caching'
  | 'cookie'
  | 'cors'
  | 'link'
  | 'location'
  | 'pages'
  | 'refresh';

/**
 * The headers of a service on their way to the client; applied like the policy of requests. Of the fields that are registered
 * (IANA, HTTP Field Name Registry) or that browsers define, those are listed that have an effect on a whole origin, on caches or
 * on front ends; a field that is in no list describes its own reply, and is kept. `drop-caching` is `drop`, also for hooks in
 * replies to callers that are not anonymous.
 */
export const responseHeaderPolicy = new HeaderPolicy<ResponseTreatment>([
  {
    names: ['x-access-revision', 'x-gatehouse-*'],
    treatment: 'drop',
    hooks: false,
    reason: 'set only by the proxy',
  },
  {
    names: ['alt-svc', 'clear-site-data'],
    treatment: 'drop',
    hooks: false,
    reason: 'apply to the whole origin, which services share: the session and the address of the proxy',
  },
  {
    names: [
      'accept-ch*',
      'critical-ch',
      'service-worker-allowed',
      'origin-agent-cluster',
      'speculation-rules',
      'supports-loading-mode',
      'use-as-dictionary',
      'x-permitted-cross-domain-policies',
    ],
    treatment: 'drop',
    hooks: true,
    reason:
      'what browsers do with other pages of the origin: service workers, client hints, prerendering, dictionaries',
  },
  {
    names: ['strict-transport-security', 'public-key-pins*', 'expect-ct'],
    treatment: 'drop',
    hooks: true,
    reason: 'how browsers reach the whole host, which its front end decides',
  },
  {
    names: ['nel', 'report-to', 'reporting-endpoints'],
    treatment: 'drop',
    hooks: true,
    reason: 'where browsers report requests and errors of the whole origin, with their addresses',
  },
  {
    names: [
      'set-login',
      'activate-storage-access',
      'sec-session-registration',
      'sec-session-challenge',
      'secure-session-*',
      'include-referred-token-binding-id',
      'shared-storage-write',
      'observe-browsing-topics',
      'attribution-reporting-*',
      'ad-auction-*',
    ],
    treatment: 'drop',
    hooks: true,
    reason:
      'what browsers store for the origin besides cookies: the state of its sign-in, keys of sessions, advertising',
  },
  {
    names: ['set-cookie'],
    treatment: 'cookie',
    hooks: true,
    reason:
      'the cookies of all services at this address; those of Gatehouse and those with `Domain` cannot be set',
  },
  {
    names: ['set-cookie2'],
    treatment: 'drop',
    hooks: true,
    reason: 'cookies in an obsolete form, which some clients accept (RFC 2965)',
  },
  {
    names: ['location', 'content-location'],
    treatment: 'location',
    hooks: true,
    reason: 'an address, which is replaced by the public one',
  },
  {
    names: ['refresh'],
    treatment: 'refresh',
    hooks: true,
    reason: 'the address of a redirect after some seconds, likewise',
  },
  {
    names: ['link'],
    treatment: 'link',
    hooks: true,
    reason: 'addresses of related documents, likewise (RFC 8288)',
  },
  {
    names: ['cache-control', 'expires', 'vary'],
    treatment: 'caching',
    hooks: true,
    reason: 'kept for anonymous callers; in all other replies changed so that no shared cache stores them',
  },
  {
    names: ['content-security-policy', 'x-content-type-options'],
    treatment: 'pages',
    hooks: true,
    reason: 'restrictions of a page; the proxy adds its own where the API has the same origin',
  },
  {
    names: ['access-control-*'],
    treatment: 'cors',
    hooks: true,
    reason: 'replaced by those of the proxy where `SVC_PROXY_CORS_ORIGINS` is set',
  },
  {
    names: ['x-accel-redirect'],
    treatment: 'accel-redirect',
    hooks: true,
    reason: 'an instruction to nginx to send one of its files; kept with the option `accel_redirect`',
  },
  {
    names: ['x-accel-buffering'],
    treatment: 'keep',
    hooks: true,
    reason: 'how nginx delivers the reply; needed by event streams, and discloses nothing',
  },
  {
    names: ['x-accel-expires', 'x-litespeed-*'],
    treatment: 'drop-caching',
    hooks: true,
    reason: 'caching that overrides `Cache-Control` at nginx and LiteSpeed, and files that LiteSpeed sends',
  },
  {
    names: ['x-accel-*', 'x-sendfile*', 'x-lighttpd-*', 'x-reproxy-*', 'x-appengine-*', 'x-envoy-*'],
    treatment: 'drop',
    hooks: true,
    reason: 'other instructions to nginx, Apache, lighttpd, Perlbal, h2o and Envoy: files, rates, health',
  },
  {
    names: [
      'surrogate-control',
      'surrogate-key',
      'cdn-cache-control',
      'cloudflare-cdn-cache-control',
      'vercel-cdn-cache-control',
      'netlify-cdn-cache-control',
      'netlify-vary',
      'akamai-cache-control',
      'edge-control',
      'edge-cache-tag',
      'cache-tag*',
      'x-cache-tags',
      'x-lscache*',
      'xkey',
      'cache-group*',
      'no-vary-search',
    ],
    treatment: 'drop-caching',
    hooks: true,
    reason:
      'caching that overrides `Cache-Control` in front of the proxy (RFC 9213, RFC 9875), and includes that caches execute',
  },
  {
    names: ['proxy-authentication-info'],
    treatment: 'drop',
    hooks: true,
    reason: 'about a proxy of the client, which the service is not (RFC 9110)',
  },
]);
