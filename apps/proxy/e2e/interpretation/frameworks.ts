import type { Act, ReceivedRequest } from './acts';
import { decodedPath } from './parameters';

/** Under which names a server may find the resource at a path; it begins below the service. */
interface Framework {
  readonly source: string;
  readonly pathsOf: (path: readonly string[]) => readonly (readonly string[])[];
}

/** Changes the last segment. */
const atEnd = (path: readonly string[], ...names: readonly string[]) =>
  names.map((name) => [...path.slice(0, -1), name]);

const FRAMEWORKS: readonly Framework[] = [
  {
    // A mapping without a dot also matches with `.*` behind it, and `*` matches dots.
    source: 'spring-webmvc 5.2, PatternsRequestCondition.getMatchingPattern',
    pathsOf: (path) => {
      const pieces = (path.at(-1) ?? '').split('.');
      return atEnd(path, ...pieces.slice(0, -1).map((_, index) => pieces.slice(0, index + 1).join('.')));
    },
  },
  {
    // `\.(?P<format>[a-z0-9]+)/?$`
    source: 'djangorestframework, urlpatterns.format_suffix_patterns',
    pathsOf: (path) => atEnd(path, (path.at(-1) ?? '').replace(/\.[a-z0-9]+$/, '')),
  },
  {
    // The suffix of a media type and then that of a language, at the end.
    source: 'jersey-server, UriConnegFilter.filter',
    pathsOf: (path) =>
      atEnd(path, (path.at(-1) ?? '').replace(/\.(?:fr|en)$/, '').replace(/\.(?:json|xml)$/, '')),
  },
  {
    source: 'Windows, "Naming Files, Paths, and Namespaces": names do not end in a space or a period',
    pathsOf: (path) => [path.map((segment) => segment.replace(/[. ]+$/, ''))],
  },
];

/** The effects of a request on web APIs of several frameworks, and on files. */
export function frameworkActs({ method, path }: ReceivedRequest): Act[] {
  const segments = decodedPath(path)
    .split('/')
    .filter((segment) => segment !== '');
  const operation = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  const readings = [{ source: 'as written', pathsOf: (one: readonly string[]) => [one] }, ...FRAMEWORKS];
  return readings.flatMap(({ source, pathsOf }) =>
    pathsOf(segments).map((one): Act => {
      const named = one.filter((segment) => segment !== '');
      return {
        operation,
        reached: named.length === 0 ? { kind: 'service' } : { kind: 'named', path: named },
        rule: source,
      };
    }),
  );
}
