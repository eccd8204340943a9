import type { DeclaredRoute } from './declared-routes';
import { Problem, notFound } from './problem';

/** A route that a request asks for, with the decoded values of its parameters. */
export interface RouteMatch {
  readonly route: DeclaredRoute;
  readonly params: Readonly<Record<string, string>>;
  /** The path as the framework behind is to see it: canonical escapes, no empty segments. */
  readonly canonicalPath: string;
}

interface Node {
  readonly literals: Map<string, Node>;
  param?: Node;
  /** Name of the parameter by method is in the route itself: templates may name one position differently. */
  readonly routes: Map<string, DeclaredRoute>;
}

const node = (): Node => ({ literals: new Map(), routes: new Map() });

/**
 * Which endpoint a path and method mean, decided ahead of the framework and exactly: case-sensitive, each segment
 * decoded once, an encoded slash is part of its segment and never a separator, a literal segment wins over a parameter.
 */
export class RouteTable {
  private readonly root = node();

  constructor(routes: readonly DeclaredRoute[]) {
    for (const route of routes) {
      let at = this.root;
      for (const segment of route.template
        .split('/')
        .slice(1)
        .filter((part) => part !== '')) {
        at = segment.startsWith('{') ? (at.param ??= node()) : child(at, segment);
      }
      at.routes.set(route.method, route);
    }
  }

  /** Throws 404 for an unknown path, 405 with `Allow` for one that exists with other methods. */
  match(method: string, segments: readonly string[]): RouteMatch {
    const found = this.find(this.root, segments, 0);
    if (!found) throw notFound('There is nothing at this path.');
    const asked = method === 'HEAD' ? 'GET' : method;
    const route = found.routes.get(asked);
    if (!route) {
      throw new Problem(405, 'The method is not allowed on this path.', {
        headers: { Allow: allowed(found).join(', ') },
      });
    }
    return { route, params: paramsOf(route, segments), canonicalPath: canonical(segments) };
  }

  has(segments: readonly string[]): boolean {
    return this.find(this.root, segments, 0) !== undefined;
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
  const made = node();
  at.literals.set(segment, made);
  return made;
}

function allowed(at: Node): string[] {
  const methods = [...at.routes.keys()];
  return (methods.includes('GET') ? [...methods, 'HEAD'] : methods).sort();
}

function paramsOf(route: DeclaredRoute, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  route.template
    .split('/')
    .slice(1)
    .forEach((part, index) => {
      if (part.startsWith('{')) params[part.slice(1, -1)] = segments[index] ?? '';
    });
  return params;
}

function canonical(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** Segments of a raw path, each decoded once; undefined when an escape is broken or not UTF-8. */
export function segmentsOf(rawPath: string): string[] | undefined {
  // `//version` is what some front ends make of `/version`.
  const path = rawPath.replace(/^\/+/, '');
  try {
    return path === '' ? [] : path.split('/').map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
