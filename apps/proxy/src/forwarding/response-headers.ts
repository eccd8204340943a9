import { HOP_BY_HOP, type ResponseTreatment, responseHeaderPolicy } from '@gatehouse/proxy-options';
import { HeaderTreatments } from './header-treatments';
import { namedByConnection } from './connection-header';

/** Parameters for the conversion of an upstream's headers. */
export interface ResponseContext {
  readonly cookieName: string;
  /** Our own `Set-Cookie`, if one is due. */
  readonly setCookie: string | undefined;
  /** CORS headers that replace those of the upstream, as a flat list; undefined: the upstream's own are kept. */
  readonly cors?: readonly string[] | undefined;
  /** Whether the upstream may instruct nginx in front of the proxy to send a file. */
  readonly accelRedirect?: boolean;
  /** Converts an address of the upstream to the public one. */
  readonly publicLocation: (location: string) => string;
}

const treatments = new HeaderTreatments<ResponseTreatment>((name) =>
  HOP_BY_HOP.has(name) ? 'drop' : (responseHeaderPolicy.ruleOf(name)?.treatment ?? 'keep'),
);

/** Replies that shared caches may store; a cookie in one of them would be sent to other clients. */
const SHARED = /(?:^|,)\s*(?:public|s-maxage)\b/i;

/** The headers of the reply as a flat list of names and values. Reference: proxy#forwarding. */
export function responseHeaders(raw: readonly Buffer[], context: ResponseContext): string[] {
  const named = namedByConnection(valueOf(raw, 'connection'));
  const headers: string[] = [];
  let isShared = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = text(raw[index]);
    const treatment = treatments.of(name);
    if (treatment === 'drop' || (named.size > 0 && named.has(name.toLowerCase()))) continue;
    if (treatment === 'cors' && context.cors) continue;
    if (treatment === 'accel-redirect' && !context.accelRedirect) continue;
    let value = text(raw[index + 1]);
    if (treatment === 'cookie' && setsCookie(value, context.cookieName)) continue;
    if (treatment === 'location') value = context.publicLocation(value);
    if (treatment === 'caching') isShared ||= SHARED.test(value);
    headers.push(name, value);
  }
  if (context.cors) headers.push(...context.cors);
  if (context.setCookie !== undefined && !isShared) headers.push('Set-Cookie', context.setCookie);
  return headers;
}

/** Trailing fields of a reply, as a flat list of names and values. */
export function trailers(raw: readonly Buffer[]): [string, string][] {
  const fields: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = text(raw[index]);
    const treatment = treatments.of(name);
    // Fields that affect the client are valid in the header section only; framing fields are forbidden in trailers.
    if (treatment !== 'keep' || name.toLowerCase() === 'content-length') continue;
    fields.push([name, text(raw[index + 1])]);
  }
  return fields;
}

/** Whether a `Set-Cookie` of an upstream would replace our cookie; a cookie without a name is returned as its bare value. */
function setsCookie(value: string, cookieName: string): boolean {
  const pair = value.split(';', 1)[0] ?? '';
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  return (
    name === cookieName ||
    (name === '' &&
      pair
        .slice(at + 1)
        .trim()
        .startsWith(cookieName))
  );
}

/** The first value of a header; `name` is in lower case. */
export function valueOf(raw: readonly Buffer[], wanted: string): string | undefined {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index];
    if (name?.length === wanted.length && text(name).toLowerCase() === wanted) return text(raw[index + 1]);
  }
  return undefined;
}

function text(bytes: Buffer | undefined): string {
  return bytes?.toString('latin1') ?? '';
}
