import { HOP_BY_HOP, type ResponseTreatment, responseHeaderPolicy } from '@gatehouse/proxy-options';
import { linkWith, refreshWith } from './addresses-in-headers';
import { HeaderTreatments } from './header-treatments';
import { namedByConnection } from './connection-header';
import type { ReservedCookies } from './reserved-cookies';

/** Parameters for the conversion of an upstream's headers. */
export interface ResponseContext {
  /** Cookies that the upstream cannot set. */
  readonly reservedCookies: Pick<ReservedCookies, 'refuses'>;
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

/** The headers of a reply with this status as a flat list of names and values. Reference: enforcement#forwarding. */
export function responseHeaders(raw: readonly Buffer[], context: ResponseContext, status: number): string[] {
  const named = namedByConnection(valueOf(raw, 'connection'));
  const headers: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = text(raw[index]);
    const treatment = treatments.of(name);
    if (
      treatment === 'drop' ||
      treatment === 'drop-caching' ||
      (named.size > 0 && named.has(name.toLowerCase()))
    )
      continue;
    if (treatment === 'cors' && context.cors) continue;
    if (treatment === 'accel-redirect' && !context.accelRedirect) continue;
    let value = text(raw[index + 1]);
    if (treatment === 'cookie' && context.reservedCookies.refuses(value)) continue;
    if (treatment === 'location') value = context.publicLocation(value);
    if (treatment === 'refresh') value = refreshWith(context.publicLocation, value);
    if (treatment === 'link') value = linkWith(context.publicLocation, value);
    headers.push(name, value);
  }
  if (context.cors) headers.push(...context.cors);
  // Caches add the headers of 304 to a reply that they have stored before, perhaps for everybody.
  if (context.setCookie !== undefined && status !== 304) headers.push('Set-Cookie', context.setCookie);
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
