import { HeaderPolicy } from './header-policy';

/** `keep` and `drop`, or the name of a treatment that depends on the value or on the service. */
export type ResponseTreatment =
  | 'keep'
  | 'drop'
  | 'accel-redirect'
  | 'caching'
  | 'cookie'
  | 'cors'
  | 'location';

/** The headers of a service on their way to the client; applied like the policy of requests. */
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
    names: ['set-cookie'],
    treatment: 'cookie',
    hooks: true,
    reason: 'the cookies of all services at this address; the session cookie cannot be set',
  },
  {
    names: ['location'],
    treatment: 'location',
    hooks: true,
    reason: 'an address, which is replaced by the public one',
  },
  {
    names: ['cache-control'],
    treatment: 'caching',
    hooks: true,
    reason: 'kept and evaluated: the session cookie is not reissued in replies that shared caches may store',
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
    names: [
      'x-accel-*',
      'x-sendfile*',
      'x-lighttpd-*',
      'x-litespeed-*',
      'x-reproxy-*',
      'x-appengine-*',
      'x-envoy-*',
    ],
    treatment: 'drop',
    hooks: true,
    reason:
      'other instructions to nginx, Apache, lighttpd, LiteSpeed, Perlbal, h2o and Envoy: files, caching, health',
  },
  {
    names: ['surrogate-control', 'cdn-cache-control', 'cloudflare-cdn-cache-control', 'edge-control'],
    treatment: 'drop',
    hooks: true,
    reason:
      'caching that overrides `Cache-Control` in front of the proxy (RFC 9213), and includes that caches execute',
  },
]);
