import type { PathException } from '@gatehouse/proxy-options';
import { type CanonicalTarget, type PathProblem, canonicalTarget } from './canonical-path';

/** A request for a service, to be forwarded (`proxy`) or only decided about (`verify`). */
export interface ServiceRoute {
  readonly kind: 'proxy' | 'verify';
  readonly service: string;
  /** The path after the service's name as sent, with its leading slash; empty when there is none. */
  readonly rest: string;
  /** The decoded segments of `rest`, without the empty ones of trailing slashes. */
  readonly segments: readonly string[];
  /** The exceptions in `rest` that the service must have opted in to. */
  readonly exceptions: readonly PathException[];
  /** As sent, with its question mark; empty when there is none. */
  readonly query: string;
  /** Network tokens that were removed from the query. */
  readonly networkTokens?: readonly string[];
  /** Whether all requests for the same target share this object, which never changes. */
  readonly isShared?: boolean;
}

/** A call of a front end that declares the request in question in headers or below the route. */
export type FrontEndRoute =
  | { readonly kind: 'verify-traefik'; readonly service: string | undefined }
  /** `target` is the target of the request that Envoy verifies. */
  | { readonly kind: 'verify-envoy'; readonly target: string };

/** Status endpoints by path. */
const OWN = {
  '/': 'root',
  '/health': 'health',
  '/health/live': 'live',
  '/health/ready': 'ready',
  '/metrics': 'metrics',
  '/.well-known/jwks.json': 'keys',
} as const;

export type OwnRouteKind = (typeof OWN)[keyof typeof OWN];

interface MalformedRoute {
  readonly kind: 'malformed';
  readonly problem: PathProblem;
  readonly below: 'proxy' | 'verify' | undefined;
}

export type Route =
  | ServiceRoute
  | FrontEndRoute
  | { readonly kind: OwnRouteKind | 'unknown' }
  | MalformedRoute;

/** Reads a raw request target; `basePath` is where `proxy` and `verify` are served. Reference: enforcement#routes. */
export function routeReader(basePath: string): (target: string) => Route {
  const base = segmentsOf(basePath);
  const isBelowBase = (raw: readonly string[]) => base.every((segment, index) => raw[index] === segment);
  const kindOf = (raw: readonly string[]) => {
    const kind = raw[base.length];
    return (kind === 'proxy' || kind === 'verify') && isBelowBase(raw) ? kind : undefined;
  };
  const leniency = {
    // Right after `verify/` and right after the name of a service. Reference: request-mapping#paths.
    mayDouble: (before: readonly string[]): boolean => {
      const kind = kindOf(before);
      const below = before.length - base.length;
      return kind !== undefined && (below === 2 || (below === 1 && kind === 'verify'));
    },
    strict: base.length + 2,
  };
  const envoy = `${basePath}/verify-envoy`;
  const traefik = base.length;
  return (target) => {
    // What follows is a complete target with its own rules.
    if (target.startsWith(`${envoy}/`)) return { kind: 'verify-envoy', target: target.slice(envoy.length) };
    const canonical = canonicalTarget(target, leniency);
    const malformed = (problem: PathProblem): MalformedRoute => {
      const below = (['proxy', 'verify'] as const).find((kind) => target.startsWith(`${basePath}/${kind}/`));
      return { kind: 'malformed', problem, below };
    };
    if (typeof canonical === 'string') return malformed(canonical);
    const { raw, segments } = canonical;
    const kind = kindOf(raw);
    if (kind) return serviceRoute(kind, canonical, base.length + 1) ?? { kind: 'unknown' };
    // Only services can opt in to exceptions.
    if (canonical.exceptions.length > 0) return malformed(canonicalProblem(target));
    if (raw[traefik] === 'verify-traefik' && isBelowBase(raw) && raw.length <= traefik + 2) {
      return { kind: 'verify-traefik', service: segments[traefik + 1] || undefined };
    }
    return { kind: OWN[`/${raw.join('/')}` as keyof typeof OWN] ?? 'unknown' };
  };
}

/**
 * Reads the target of a request that a front end verifies: the name of a service directly below `publicPath`, then the
 * service's own path. No doubled slash is dropped: the front end forwards the path as received.
 */
export function declaredRouteReader(
  publicPath: string,
): (target: string) => ServiceRoute | PathProblem | 'elsewhere' {
  const base = segmentsOf(publicPath);
  return (target) => {
    const canonical = canonicalTarget(target, { strict: base.length + 1 });
    if (typeof canonical === 'string') return canonical;
    const isBelow = base.every((segment, index) => canonical.raw[index] === segment);
    return (isBelow && serviceRoute('verify', canonical, base.length)) || 'elsewhere';
  };
}

/** Reads a whole target as a path of a service that is already known. */
export function declaredPathOf(service: string, target: string): ServiceRoute | PathProblem {
  const canonical = canonicalTarget(target, { strict: 0 });
  return typeof canonical === 'string' ? canonical : below('verify', service, canonical, 0);
}

/** The name of the service is at `index`; undefined when there is none. */
function serviceRoute(
  kind: 'proxy' | 'verify',
  canonical: CanonicalTarget,
  index: number,
): ServiceRoute | undefined {
  const service = canonical.segments[index];
  return service ? below(kind, service, canonical, index + 1) : undefined;
}

function below(
  kind: 'proxy' | 'verify',
  service: string,
  { raw, segments, exceptions, query }: CanonicalTarget,
  from: number,
): ServiceRoute {
  const rest = raw.length === from ? '' : `/${raw.slice(from).join('/')}`;
  const decoded = segments.slice(from);
  while (decoded.at(-1) === '') decoded.pop();
  return { kind, service, rest, segments: decoded, exceptions, query };
}

function canonicalProblem(target: string): PathProblem {
  const problem = canonicalTarget(target);
  return typeof problem === 'string' ? problem : 'not a path';
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}
