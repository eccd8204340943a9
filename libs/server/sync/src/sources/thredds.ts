import type { XmlElement } from '@gatehouse/service-types';
import type { Source, SourceEntry, SourceLink, SourceSubject } from '../source';
import { SourceFailure } from '../source-failure';
import { shown } from '../documents/read-document';
import { below, resolved, segmentsBelow, segmentsOf } from './addresses';
import { attribute, textOf } from './xml';

const CATALOG_FILE = /^catalog\.(?:xml|html)$/i;

/**
 * Catalogs of a THREDDS data server. Resources are named by paths, as requests are: directories by the addresses of their catalogs,
 * files by `urlPath`. Reference: service-synchronization#thredds.
 */
export const threddsSource: Source = {
  start: ({ url }) => [
    {
      url: /\.xml$/i.test(new URL(url).pathname) ? url : below(url, 'catalog.xml'),
      format: 'xml',
      as: 'catalog',
      path: [],
    },
  ],
  *read(document, _, subject) {
    if (document.format !== 'xml' || document.root.name !== 'catalog')
      throw new SourceFailure('source_unexpected', {
        en: `${shown(document.url)} is not a catalog of THREDDS.`,
        fr: `${shown(document.url)} n’est pas un catalogue THREDDS.`,
      });
    yield* new Catalog(document.root, document.url, subject).items();
  },
  innerType: () => 'directory',
};

class Catalog {
  private readonly resolvers = new Set<string>();

  constructor(
    private readonly root: XmlElement,
    private readonly url: string,
    private readonly subject: SourceSubject,
  ) {
    this.findResolvers(root);
  }

  *items(): Generator<SourceEntry | SourceLink> {
    // The next one is the last: catalogs may be nested as deeply as documents.
    const pending = [...this.root.children].reverse();
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next.name === 'catalogRef') yield* this.reference(next);
      else if (next.name === 'dataset') {
        yield* this.dataset(next);
        for (const inner of [...next.children].reverse()) pending.push(inner);
      }
    }
  }

  private *reference(element: XmlElement): Generator<SourceEntry | SourceLink> {
    const url = resolved(addressIn(element), this.url);
    if (url === undefined) return;
    const address = xmlAddress(url);
    const path = this.directoryOf(address);
    // `xlink:title` is what TDS 4 and 5 show; `name` is an addition of TDS 5.
    const title = attribute(element, 'title') ?? attribute(element, 'name');
    if (path !== undefined && path.length > 0) yield { path, type: 'directory', title };
    yield { url: address, format: 'xml', as: 'catalog', path: path ?? [], isNested: true };
  }

  private *dataset(element: XmlElement): Generator<SourceEntry> {
    const service = attribute(element, 'serviceName') ?? textOf(element, 'serviceName');
    if (this.resolvers.has(service)) return;
    const paths = [
      attribute(element, 'urlPath'),
      ...element.children
        .filter(({ name }) => name === 'access')
        .filter((access) => !this.resolvers.has(attribute(access, 'serviceName') ?? ''))
        .map((access) => attribute(access, 'urlPath')),
    ];
    for (const urlPath of new Set(paths)) {
      const path = urlPath === undefined ? undefined : segmentsOf(urlPath.replaceAll('%', '%25'));
      if (path && path.length > 0) yield { path, type: 'file', title: attribute(element, 'name') };
    }
  }

  /** Services that find a dataset, such as the latest one, and have none themselves. */
  private findResolvers(element: XmlElement): void {
    for (const service of element.children) {
      if (service.name !== 'service') continue;
      if (attribute(service, 'serviceType')?.toLowerCase() === 'resolver')
        this.resolvers.add(attribute(service, 'name') ?? '');
      for (const inner of service.children)
        if (attribute(inner, 'serviceType')?.toLowerCase() === 'resolver')
          this.resolvers.add(attribute(inner, 'name') ?? '');
    }
  }

  /** The directory whose catalog has this address; undefined for catalogs that belong to no directory. */
  private directoryOf(url: string): readonly string[] | undefined {
    const base = this.subject.url.replace(/\/catalog(?:\/catalog)?\.xml$/i, '');
    const segments = segmentsBelow(base, url);
    if (!segments || !CATALOG_FILE.test(segments.at(-1) ?? '')) return undefined;
    const path = segments.slice(0, -1);
    return path[0] === 'catalog' ? path.slice(1) : path;
  }
}

/**
 * The address of a reference. A scan of a folder writes the names of its folders as they are, `50%/catalog.xml` and `a#b/catalog.xml` included; it is
 * recognized by the identifier, which ends in the same name.
 */
function addressIn(element: XmlElement): string {
  const href = attribute(element, 'href') ?? '';
  const [, name] = /^([^/]+)\/catalog\.xml$/.exec(href) ?? [];
  const isScanned = name !== undefined && attribute(element, 'ID')?.endsWith(`/${name}`);
  return isScanned ? `${encodeURIComponent(name)}/catalog.xml` : href;
}

/** Catalogs in HTML have twins in XML. */
function xmlAddress(url: string): string {
  const found = new URL(url);
  found.pathname = found.pathname.replace(/\.html$/i, '.xml');
  return found.href;
}
