import { type ServiceView, type AccessSnapshot } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type DocumentLimits, readXmlText } from '@gatehouse/request-body';
import type {
  GrammarLimits,
  PatternEngine,
  ReadingContext,
  RequestBody,
  ServiceRequest,
  ServiceType,
} from '@gatehouse/service-types';
import { resolvedConfiguration } from '@gatehouse/service-types';
import { LRUCache } from 'lru-cache';
import type { ServiceRoute } from './routes';

const NONE: RequestBody = { kind: 'none' };
/** Anything in a path that some reader decodes, truncates or drops. */
const NOT_PLAIN = /[%;]|\/\//;

/** The parts of a request to a service other than its body. */
export interface RoutedHead {
  readonly method: string;
  readonly route: ServiceRoute;
  readonly destination?: readonly string[] | undefined;
}

/** Limits for reading requests. */
export type RequestLimits = DocumentLimits & GrammarLimits;

/** A request as input for the grammar of its service's type. */
export class RoutedRequest implements ServiceRequest {
  readonly method: string;
  readonly destination: readonly string[] | undefined;
  private readonly route: ServiceRoute;

  constructor(
    { method, route, destination }: RoutedHead,
    readonly limits: RequestLimits,
    readonly body: RequestBody = NONE,
  ) {
    this.method = method;
    this.route = route;
    this.destination = destination;
  }

  get segments(): readonly string[] {
    return this.route.segments;
  }

  get isPlainPath(): boolean {
    return !NOT_PLAIN.test(this.route.rest);
  }

  get query(): string {
    return this.route.query.slice(1);
  }

  readonly parseXml: ServiceRequest['parseXml'] = (text) => readXmlText(text, this.limits);
}

/** The context in which requests to a service are read. */
export function readingContext(
  snapshot: AccessSnapshot,
  service: ServiceView,
  type: ServiceType,
  patterns: PatternEngine,
): ReadingContext {
  const { parameters, registeredNamesOnly, unregisteredNames, endpoint, suffixes } = serviceOptions(
    service.proxy,
  );
  return {
    tree: snapshot.treeOf(service.resourceId),
    configuration: resolvedConfiguration(type, service.configuration) ?? {},
    patterns,
    parameters,
    registeredNamesOnly,
    unregisteredNames,
    endpoint,
    suffixes,
    privatePath: privatePathOf(service.url),
  };
}

/** Segments of the paths of private URLs, by URL. */
const privatePaths = new LRUCache<string, readonly string[]>({ max: 1_000 });

function privatePathOf(url: string | null): readonly string[] {
  if (url === null) return [];
  let path = privatePaths.get(url);
  if (!path) {
    path = segmentsOf(url);
    privatePaths.set(url, path);
  }
  return path;
}

function segmentsOf(url: string): readonly string[] {
  try {
    return new URL(url).pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}
