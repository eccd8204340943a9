import { sendRaw } from '../support/exchange';

/** A request for a service. */
export interface Wanted {
  readonly method: string;
  /** Below the service, as sent, one character a byte. */
  readonly target: string;
  /** In addition to those of the entry point, one line each. */
  readonly headers?: readonly string[];
}

/** A reply; `reason`: the error code of a refusal. */
interface Answer {
  readonly status: number;
  readonly reason: string | undefined;
}

/** A way to request a decision: through the proxy itself, or as a front end that forwards requests itself. */
export interface EntryPoint {
  readonly name: string;
  /** Headers that declare the request; the others must not matter. */
  readonly declaredBy: readonly string[];
  /** The status of a request that cannot be understood; nginx handles 401 and 403 only. */
  readonly malformed: 400 | 403;
  ask(port: number, service: string, cookie: string, wanted: Wanted): Promise<Answer>;
}

const HOST = 'gate.example.org';
/** Below this the services of the tests are public. */
const PUBLIC = '/front/ows/proxy';

type Message = readonly [line: string, ...headers: string[]];

function entryPoint(
  name: string,
  declaredBy: readonly string[],
  malformed: 400 | 403,
  messageOf: (service: string, wanted: Wanted) => Message,
): EntryPoint {
  return {
    name,
    declaredBy,
    malformed,
    async ask(port, service, cookie, wanted) {
      const [line, ...own] = messageOf(service, wanted);
      const host = own.some((header) => header.startsWith('Host:')) ? [] : ['Host: gate'];
      const headers = [...host, ...own, `Cookie: ${cookie}`, ...(wanted.headers ?? []), 'Connection: close'];
      const reply = await sendRaw(port, `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      return {
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0),
        reason: /^X-Gatehouse-Reason: (.*?)\r$/im.exec(reply)?.[1],
      };
    },
  };
}

/** A target below a path; a whole URL is returned as it is. */
const below = (path: string, target: string) => (target.includes('://') ? target : path + target);

/** Every entry point. The last one is for proxies with `SVC_VERIFY_NGINX_ORIGINAL_URI=/data`. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  entryPoint('the proxy', [], 400, (service, { method, target }) => [
    `${method} ${below(`/ows/proxy/${service}`, target)}`,
  ]),
  entryPoint('verify for nginx', ['X-Original-Method'], 403, (service, { method, target }) => [
    `GET /ows/verify/${service}${target}`,
    `X-Original-Method: ${method}`,
  ]),
  entryPoint(
    'verify for Traefik',
    ['X-Forwarded-Method', 'X-Forwarded-Host', 'X-Forwarded-Uri'],
    400,
    (service, { method, target }) => [
      'GET /ows/verify-traefik',
      `X-Forwarded-Method: ${method}`,
      `X-Forwarded-Host: ${HOST}`,
      `X-Forwarded-Uri: ${below(`${PUBLIC}/${service}`, target)}`,
    ],
  ),
  entryPoint(
    'verify for Traefik about a whole host',
    ['X-Forwarded-Method', 'X-Forwarded-Host', 'X-Forwarded-Uri'],
    400,
    (service, { method, target }) => [
      `GET /ows/verify-traefik/${service}`,
      `X-Forwarded-Method: ${method}`,
      `X-Forwarded-Host: maps.example.org`,
      `X-Forwarded-Uri: ${target}`,
    ],
  ),
  entryPoint('verify for Envoy', [], 400, (service, { method, target }) => [
    `${method} /ows/verify-envoy${PUBLIC}/${service}${target}`,
    `Host: ${HOST}`,
  ]),
];

export const BY_ORIGINAL_URI: EntryPoint = entryPoint(
  'verify for nginx by X-Original-URI',
  ['X-Original-Method', 'X-Original-URI'],
  403,
  (service, { method, target }) => [
    `GET /ows/verify/${service}`,
    `X-Original-Method: ${method}`,
    `X-Original-URI: ${below(`/data/${service}`, target)}`,
  ],
);
