import { type ChildTypeName, childTypesOf } from '@gatehouse/service-types';
import type { Source, SourceDocument, SourceEntry, SourceLink, SourceSubject } from '../source';
import { below, resolved, segmentsBelow, withParameters } from './addresses';
import { items, linked, member, textMember, valueOf } from './json';

const isArrayAt = (name: string) => (value: unknown) => Array.isArray(member(value, name));

/** The next page of a list. */
function* nextPage(document: SourceDocument, value: unknown, link: SourceLink): Generator<SourceLink> {
  const next = linked(value, 'next');
  const url = next === undefined ? undefined : resolved(next, document.url);
  if (url !== undefined) yield { ...link, url, otherwise: undefined, isOptional: false };
}

/** Entries of a list with `id` and `title`, below a path. */
function* entriesIn(
  value: unknown,
  list: string,
  above: readonly string[],
  type: ChildTypeName,
): Generator<SourceEntry> {
  for (const one of items(member(value, list))) {
    const id = textMember(one, 'id');
    if (id !== undefined && id !== '')
      yield { path: [...above, id], type, title: textMember(one, 'title') ?? undefined };
  }
}

/** Where a list of collections or processes belongs: routes of an API, or directly below a service of their own type. */
function placeOf(
  list: string,
  { type }: SourceSubject,
): readonly [above: readonly string[], type: ChildTypeName] {
  const types = childTypesOf(type);
  if (list === 'processes' && types.includes('process')) return [[], 'process'];
  if (list === 'collections' && types.includes('layer')) return [[], 'layer'];
  return [[list], 'route'];
}

/** Lists of an OGC API. Services that have one of them have it at this address. */
function listLink(url: string, list: string, isOptional: boolean): SourceLink {
  return {
    url: withParameters(below(url, list), { f: 'json' }),
    format: 'json',
    as: list,
    path: [],
    isOptional,
  };
}

/** Collections and processes of an OGC API, paged. Reference: service-synchronization#ogc-api. */
export const ogcapiSource: Source = {
  start: ({ url, type }) => {
    const types = childTypesOf(type);
    // One list alone for services of processes, and of layers.
    if (types.includes('process') && !types.includes('layer')) return [listLink(url, 'processes', false)];
    if (types.every((one) => one === 'layer') && types.length > 0)
      return [listLink(url, 'collections', false)];
    return [listLink(url, 'collections', true), listLink(url, 'processes', true)];
  },
  *read(document, link, subject): Generator<SourceEntry | SourceLink> {
    const value = valueOf(
      document,
      { en: `a list of ${link.as}`, fr: `une liste « ${link.as} »` },
      isArrayAt(link.as),
    );
    const [above, type] = placeOf(link.as, subject);
    yield* entriesIn(value, link.as, above, type);
    yield* nextPage(document, value, link);
  },
  innerType: () => 'route',
};

/** The file in which a static catalog is: its directory is the resource. */
const STATIC_FILE = /^(?:catalog|collection|index)\.json$/i;

/** The resource at an address of a STAC API or a static catalog; undefined for what is elsewhere. */
function pathOf(url: string, subject: SourceSubject): readonly string[] | undefined {
  const base = subject.url.replace(/\/(?:catalog|index)\.json$/i, '');
  const segments = segmentsBelow(base, url);
  return segments && STATIC_FILE.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
}

interface ChildLink {
  readonly one: unknown;
  readonly url: string | undefined;
  readonly path: readonly string[] | undefined;
}

/** The links to children, without those to the same ones as pages (pygeoapi has both). */
function childrenIn(value: unknown, base: string, subject: SourceSubject): readonly ChildLink[] {
  const links = items(member(value, 'links')).filter((one) => textMember(one, 'rel') === 'child');
  const found = links.map((one): ChildLink & { readonly isPage: boolean } => {
    const url = resolved(textMember(one, 'href') ?? '', base);
    const isPage = /^text\/html\b/i.test(textMember(one, 'type') ?? '');
    return { one, url, path: url === undefined ? undefined : pathOf(url, subject), isPage };
  });
  const documents = new Set(found.flatMap(({ path, isPage }) => (isPage || !path ? [] : path.join('/'))));
  return found.filter(({ path, isPage }) => !isPage || !path || !documents.has(path.join('/')));
}

/** Collections and children of a STAC API or a static catalog, without items. Reference: service-synchronization#stac. */
export const stacSource: Source = {
  start: ({ url }) => [{ url, format: 'json', as: 'catalog', path: [] }],
  *read(document, link, subject): Generator<SourceEntry | SourceLink> {
    if (link.as === 'collections') {
      const list = valueOf(
        document,
        { en: 'a list of collections', fr: 'une liste de collections' },
        isArrayAt('collections'),
      );
      yield* entriesIn(list, 'collections', ['collections'], 'route');
      yield* nextPage(document, list, link);
      return;
    }
    const value = valueOf(document, { en: 'a catalog of STAC', fr: 'un catalogue STAC' }, isArrayAt('links'));
    const own = pathOf(document.url, subject);
    if (own && own.length > 0) yield { path: own, type: 'route', title: textMember(value, 'title') };
    const data = linked(value, 'data');
    const collections = data === undefined ? undefined : resolved(data, document.url);
    if (collections !== undefined) yield { url: collections, format: 'json', as: 'collections', path: [] };
    for (const { one, url, path } of childrenIn(value, document.url, subject)) {
      // The collections of an API are listed as well.
      const isListed = collections !== undefined && path?.[0] === 'collections';
      if (url === undefined || isListed) continue;
      if (path && path.length > 0) yield { path, type: 'route', title: textMember(one, 'title') };
      yield { url, format: 'json', as: 'catalog', path: path ?? [] };
    }
  },
  innerType: () => 'route',
};
