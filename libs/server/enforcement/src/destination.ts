import type { IncomingMessage } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import { type PathException, serviceOptions } from '@gatehouse/proxy-options';
import type { Problem } from '@gatehouse/problems';
import { PROBLEM_WITHOUT } from './canonical-path';
import { destinationElsewhere, malformedDestination } from './refusals';
import { declaredRouteReader } from './routes';

/** The second address of a request such as COPY or MOVE. */
export interface Destination {
  /** The path after the service's name as sent, with its leading slash; empty when there is none. */
  readonly rest: string;
  /** The decoded segments of `rest`, without the empty ones of trailing slashes. */
  readonly segments: readonly string[];
}

/** Reads a target as clients of a front end send it. */
export type PublicRouteReader = ReturnType<typeof declaredRouteReader>;

/** Scheme and authority without user information, then a path. */
const ABSOLUTE = /^(https?:\/\/[\w.:[\]-]+)(\/.*)?$/i;

/**
 * Reads the `Destination` headers of requests (RFC 4918, 10.3): public addresses below the service that the request is for. They
 * follow the rules for request paths for every method, because servers may evaluate them with any method.
 */
export class Destinations {
  /** Reads targets below the public address of the proxy. */
  readonly publicRouteOf: PublicRouteReader;
  private readonly origin: string;

  constructor(
    publicUrl: string,
    private readonly follower: Pick<SnapshotFollower, 'snapshot' | 'revision'>,
  ) {
    const { pathname, origin } = new URL(publicUrl);
    this.publicRouteOf = declaredRouteReader(pathname.replace(/\/$/, ''));
    this.origin = origin;
  }

  /**
   * The destination of a request for a service; undefined when it has no such header. `routeOf` is absent where the public
   * paths of the service are unknown.
   */
  of(
    { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
    service: string,
    routeOf: PublicRouteReader | undefined,
  ): Destination | { readonly refusal: Problem } | undefined {
    const [value, ...others] = valuesOf(rawHeaders);
    if (value === undefined) return undefined;
    if (others.length > 0) return { refusal: malformedDestination('several') };
    if (!routeOf) return { refusal: destinationElsewhere };
    const target = targetOf(value, this.origin);
    if (typeof target !== 'string') return target;
    if (target.includes('?')) return { refusal: malformedDestination('query') };
    const read = routeOf(target);
    if (read === 'elsewhere') return { refusal: destinationElsewhere };
    if (typeof read === 'string') return { refusal: malformedDestination(read) };
    if (read.service !== service) return { refusal: destinationElsewhere };
    const unheard = read.exceptions.find((exception) => !this.takes(service, exception));
    if (unheard) return { refusal: malformedDestination(PROBLEM_WITHOUT[unheard]) };
    return { rest: read.rest, segments: read.segments };
  }

  private takes(service: string, exception: PathException): boolean {
    // While the proxy starts there is no snapshot, and the request is refused anyway.
    if (this.follower.revision < 0) return false;
    return serviceOptions(this.follower.snapshot().serviceByName(service)?.proxy).paths.has(exception);
  }
}

function targetOf(value: string, origin: string): string | { readonly refusal: Problem } {
  if (value.startsWith('/') && !value.startsWith('//')) return value;
  const [, authority = '', path = '/'] = ABSOLUTE.exec(value) ?? [];
  if (!URL.canParse(authority)) return { refusal: malformedDestination('not a url') };
  return new URL(authority).origin === origin ? path : { refusal: destinationElsewhere };
}

const NONE: readonly string[] = [];

/** Searched for in every request: no other name is converted. */
function valuesOf(rawHeaders: readonly string[]): readonly string[] {
  let values = NONE;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 11 && name.toLowerCase() === 'destination')
      values = [...values, rawHeaders[index + 1] ?? ''];
  }
  return values;
}
