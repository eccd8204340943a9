import { isInertType, responseHeaderPolicy } from '@gatehouse/proxy-options';
import { HeaderTreatments } from './header-treatments';
import { privateCacheControl, privateVary } from './private-caching';

/** What the last step before the client adds to a reply of a service, whatever the service and its hooks have set. */
export interface ReplyTerms {
  /** Whether the reply is for its caller alone: that is no anonymous one, or the reply was filtered for it. */
  readonly isPrivate: boolean;
  /** `Content-Security-Policy` of replies that may be pages; undefined: pages are not restricted. */
  readonly pagePolicy: string | undefined;
}

type Treatment =
  | 'keep'
  | 'drop-caching'
  | 'cache-control'
  | 'expires'
  | 'vary'
  | 'type'
  | 'sniffing'
  | 'policy';

const NAMED: ReadonlyMap<string, Treatment> = new Map([
  ['cache-control', 'cache-control'],
  ['expires', 'expires'],
  ['vary', 'vary'],
  ['content-type', 'type'],
  ['x-content-type-options', 'sniffing'],
  ['content-security-policy', 'policy'],
]);
const treatments = new HeaderTreatments<Treatment>((name) => {
  if (responseHeaderPolicy.ruleOf(name)?.treatment === 'drop-caching') return 'drop-caching';
  return NAMED.get(name) ?? 'keep';
});

/**
 * The headers of a reply with this status as a flat list of names and values, on its terms: private ones are kept out of shared
 * caches, and what may be a page is restricted. Runs after hooks, so that none can prevent it.
 * Reference: enforcement#caching, enforcement#pages.
 */
export function finalHeaders(
  headers: string[],
  { isPrivate, pagePolicy }: ReplyTerms,
  status: number,
): string[] {
  const cached = isPrivate ? withPrivateCaching(headers) : headers;
  return pagePolicy === undefined ? cached : withPagePolicy(cached, pagePolicy, status);
}

/** The headers of a reply that only the cache of its caller may store. */
function withPrivateCaching(headers: readonly string[]): string[] {
  const kept: string[] = [];
  const controls: string[] = [];
  const varying: string[] = [];
  let expires: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    switch (treatments.of(name)) {
      case 'drop-caching':
        break;
      case 'cache-control':
        controls.push(value);
        break;
      case 'vary':
        varying.push(value);
        break;
      case 'expires':
        expires = value;
        break;
      default:
        kept.push(name, value);
    }
  }
  const { value, hasMaxAge } = privateCacheControl(controls);
  if (expires !== undefined && !hasMaxAge) kept.push('Expires', expires);
  kept.push('Cache-Control', value, 'Vary', privateVary(varying));
  return kept;
}

/**
 * What may be a page gets the policy; what is none must not become one by sniffing. A 304 and a part (206) may be of a stored
 * page whatever their type: browsers keep the type of the page, and replace its policies by those that come with them.
 */
function withPagePolicy(headers: string[], policy: string, status: number): string[] {
  let types = 0;
  let isInert = false;
  for (let index = 0; index < headers.length; index += 2) {
    if (treatments.of(headers[index] ?? '') !== 'type') continue;
    types++;
    isInert = isInertType(headers[index + 1] ?? '');
  }
  if (types !== 1 || !isInert || status === 304) return [...headers, 'Content-Security-Policy', policy];
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const treatment = treatments.of(name);
    if (treatment === 'sniffing' || (treatment === 'policy' && status === 206)) continue;
    kept.push(name, headers[index + 1] ?? '');
  }
  kept.push('X-Content-Type-Options', 'nosniff');
  return kept;
}
