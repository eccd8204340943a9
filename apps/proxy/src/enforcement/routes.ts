import { type PathProblem, canonicalTarget } from './canonical-path';

/** A request for a service, to be forwarded (`proxy`) or only decided about (`verify`). */
export interface ServiceRoute {
  readonly kind: 'proxy' | 'verify';
  readonly service: string;
  /** The path after the service's name as it was sent, with its leading slash; empty when there is none. */
  readonly rest: string;
  /** The decoded segments of `rest`, without the empty one of a trailing slash. */
  readonly segments: readonly string[];
  /** As it was sent, with its question mark; empty when there is none. */
  readonly query: string;
}

export type Route =
  | ServiceRoute
  | { readonly kind: 'root' | 'health' | 'unknown' }
  | {
      readonly kind: 'malformed';
      readonly problem: PathProblem;
      readonly below: 'proxy' | 'verify' | undefined;
    };

/** Reads a raw request target; `basePath` is where `proxy` and `verify` are served. Spec: permissions 5.1. */
export function routeReader(basePath: string): (target: string) => Route {
  const base = basePath.split('/').slice(1);
  const isBelowBase = (raw: readonly string[]) => base.every((segment, index) => raw[index] === segment);
  const kindOf = (raw: readonly string[]) => {
    const kind = raw[base.length];
    return (kind === 'proxy' || kind === 'verify') && isBelowBase(raw) ? kind : undefined;
  };
  // Right after `verify/` and right after the name of a service. Spec: decisions 25.
  const mayDouble = (before: readonly string[]): boolean => {
    const kind = kindOf(before);
    const below = before.length - base.length;
    return kind !== undefined && (below === 2 || (below === 1 && kind === 'verify'));
  };
  return (target) => {
    const canonical = canonicalTarget(target, mayDouble);
    if (typeof canonical === 'string') {
      const below = (['proxy', 'verify'] as const).find((kind) => target.startsWith(`${basePath}/${kind}/`));
      return { kind: 'malformed', problem: canonical, below };
    }
    const { raw, segments, query } = canonical;
    const kind = kindOf(raw);
    const service = segments[base.length + 1];
    if (kind && service) {
      const rest = raw.slice(base.length + 2);
      const decoded = segments.slice(base.length + 2);
      if (decoded.at(-1) === '') decoded.pop();
      return { kind, service, rest: rest.length === 0 ? '' : `/${rest.join('/')}`, segments: decoded, query };
    }
    if (raw.length === 1 && raw[0] === '') return { kind: 'root' };
    return { kind: raw.length === 1 && raw[0] === 'health' ? 'health' : 'unknown' };
  };
}
