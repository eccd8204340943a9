import type { DeclaredRoute } from './declared-route';
import { type Problem, problem } from '@gatehouse/problems';

/** The route of a request, with the decoded values of its parameters. */
export interface RouteMatch {
  readonly route: DeclaredRoute;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  param?: Node;
  /** Name of the parameter by method is in the route itself: templates may name one position differently. */
  readonly routes: Map<string, DeclaredRoute>;
}

const node = (): Node => ({ literals: new Map(), routes: new Map() });

/**
 * The endpoint of a path and method, determined before the framework and exactly: case-sensitive, each segment
 * decoded once, an encoded slash separates like any other, a literal segment wins over a parameter. Reference: http#urls.
 */
export class RouteTable {
  private readonly root = node();
  /** Index of the segment of each parameter, by route. */
  private readonly positions = new Map<DeclaredRoute, readonly (readonly [name: string, index: number])[]>();

  /** `unavailable` gives the error of a route that is switched off. */
  constructor(
    routes: readonly DeclaredRoute[],
    private readonly unavailable: (route: DeclaredRoute) => Problem | undefined = () => undefined,
  ) {
    for (const route of routes) {
      let at = this.root;
      for (const segment of route.template
        .split('/')
        .slice(1)
        .filter((part) => part !== '')) {
        at = segment.startsWith('{') ? (at.param ??= node()) : child(at, segment);
      }
      at.routes.set(route.method, route);
      this.positions.set(route, positionsOf(route.template));
    }
  }

  /**
   * Throws 404 for an unknown path, 405 with `Allow` for one that exists with other methods, and the error of a path whose
   * routes are all switched off, for any method.
   */
  match(method: string, segments: readonly string[]): RouteMatch {
    const found = this.find(this.root, segments, 0);
    if (!found) throw problem('route_not_found');
    const route = found.routes.get(method === 'HEAD' ? 'GET' : method);
    if (!route || (method === 'HEAD' && !servesHead(route))) {
      throw (
        this.switchedOff(found) ??
        problem('method_not_allowed', {}, { headers: { Allow: allowed(found).join(', ') } })
      );
    }
    return { route, params: this.paramsOf(route, segments) };
  }

  private switchedOff({ routes }: Node): Problem | undefined {
    const problems = [...routes.values()].map((route) => this.unavailable(route));
    return problems.includes(undefined) ? undefined : problems[0];
  }

  has(segments: readonly string[]): boolean {
    return this.find(this.root, segments, 0) !== undefined;
  }

  /** Whether a path is that of an endpoint whose content is sent unchanged. */
  isRaw(segments: readonly string[]): boolean {
    return this.find(this.root, segments, 0)?.routes.get('GET')?.declaration.raw !== undefined;
  }

  private paramsOf(route: DeclaredRoute, segments: readonly string[]): Record<string, string> {
    const params: Record<string, string> = {};
    for (const [name, index] of this.positions.get(route) ?? []) params[name] = segments[index] ?? '';
    return params;
  }

  private find(at: Node, segments: readonly string[], index: number): Node | undefined {
    if (index === segments.length) return at.routes.size > 0 ? at : undefined;
    const segment = segments[index] ?? '';
    const literal = at.literals.get(segment);
    const viaLiteral = literal && this.find(literal, segments, index + 1);
    if (viaLiteral) return viaLiteral;
    return at.param && segment !== '' ? this.find(at.param, segments, index + 1) : undefined;
  }
}

function child(at: Node, segment: string): Node {
  const existing = at.literals.get(segment);
  if (existing) return existing;
  const added = node();
  at.literals.set(segment, added);
  return added;
}

function allowed(at: Node): string[] {
  const methods = [...at.routes.keys()];
  const read = at.routes.get('GET');
  return (read && servesHead(read) ? [...methods, 'HEAD'] : methods).sort();
}

/** HEAD has no effect, so that it is not served where GET has one. Reference: http#methods. */
function servesHead({ declaration }: DeclaredRoute): boolean {
  return declaration.changesState !== true;
}

function positionsOf(template: string): (readonly [name: string, index: number])[] {
  return template
    .split('/')
    .slice(1)
    .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), index] as const] : []));
}

/** A path of decoded segments with its escapes written in one way. */
export function canonicalPath(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * Segments of a raw path, which is decoded once and then split, so that `%2F` separates; undefined when an escape is
 * broken or not UTF-8. Reference: http#urls.
 */
export function segmentsOf(rawPath: string): string[] | undefined {
  try {
    // Some front ends send `//version` for `/version`.
    const path = decodeURIComponent(rawPath).replace(/^\/+/, '');
    return path === '' ? [] : path.split('/');
  } catch {
    return undefined;
  }
}
