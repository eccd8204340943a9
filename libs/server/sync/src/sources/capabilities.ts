import { nameKey } from '@gatehouse/names';
import { type ChildTypeName, type XmlElement, childTypesOf } from '@gatehouse/service-types';
import { shown } from '../documents/read-document';
import type { Source, SourceDocument, SourceEntry, SourceLink, SourceSubject } from '../source';
import { SourceFailure } from '../source-failure';
import { below, withParameters } from './addresses';
import { child, textOf } from './xml';

/** One protocol of OGC, whose capabilities list its resources. */
interface Protocol {
  readonly name: 'WMS' | 'WFS' | 'WPS';
  readonly parameters: Readonly<Record<string, string>>;
  readonly roots: ReadonlySet<string>;
  readonly names: (root: XmlElement) => Iterable<NamedThing>;
  /** The type of a resource where the service type does not say where a name belongs. */
  readonly type: ChildTypeName;
}

interface NamedThing {
  readonly name: string;
  readonly title: string;
}

const WMS: Protocol = {
  name: 'WMS',
  // Servers of 1.1.1 reply with their own version.
  parameters: { service: 'WMS', version: '1.3.0', request: 'GetCapabilities' },
  roots: new Set(['WMS_Capabilities', 'WMT_MS_Capabilities']),
  *names(root) {
    const capability = child(root, 'Capability');
    const pending = (capability?.children ?? []).filter(({ name }) => name === 'Layer').reverse();
    for (let next = pending.pop(); next; next = pending.pop()) {
      const name = textOf(next, 'Name');
      if (name !== '') yield { name, title: textOf(next, 'Title') };
      for (const inner of next.children.filter(({ name: tag }) => tag === 'Layer').reverse())
        pending.push(inner);
    }
  },
  type: 'layer',
};

const WFS: Protocol = {
  name: 'WFS',
  parameters: { service: 'WFS', request: 'GetCapabilities', acceptversions: '1.1.0,2.0.0,1.0.0' },
  roots: new Set(['WFS_Capabilities']),
  *names(root) {
    for (const type of child(root, 'FeatureTypeList')?.children ?? [])
      if (type.name === 'FeatureType') yield { name: textOf(type, 'Name'), title: textOf(type, 'Title') };
  },
  type: 'layer',
};

const WPS: Protocol = {
  name: 'WPS',
  parameters: { service: 'WPS', request: 'GetCapabilities', acceptversions: '2.0.0,1.0.0' },
  roots: new Set(['Capabilities', 'WPSCapabilities']),
  *names(root) {
    const offered = child(root, 'ProcessOfferings') ?? child(root, 'Contents');
    for (const process of offered?.children ?? [])
      if (process.name === 'Process' || process.name === 'ProcessSummary')
        yield { name: textOf(process, 'Identifier'), title: textOf(process, 'Title') };
  },
  type: 'process',
};

/** What is read at each of the addresses that a service may have its protocol at, the usual one first. */
function linkOf(protocol: Protocol, addresses: readonly string[]): SourceLink {
  const [last = '', ...others] = [...addresses].reverse();
  const link = (address: string, otherwise?: SourceLink): SourceLink => ({
    url: withParameters(address, protocol.parameters),
    format: 'xml',
    as: protocol.name,
    path: [],
    ...(otherwise ? { otherwise } : {}),
  });
  let found = link(last);
  for (const address of others) found = link(address, found);
  return found;
}

/** The URL of the service, or what is below it by one of the usual names. */
function addressesOf({ url, endpoint }: SourceSubject, endpoints: readonly string[]): readonly string[] {
  const known = endpoint === undefined ? endpoints : [endpoint];
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1)?.toLowerCase();
  if (known.some((name) => name.toLowerCase() === last)) return [url];
  return [...known.slice(0, 1).map((name) => below(url, name)), url];
}

/** The names of capabilities. Throws `source_unexpected` for another document. */
function* namesIn(document: SourceDocument, protocol: Protocol): Generator<NamedThing> {
  if (document.format !== 'xml' || !protocol.roots.has(document.root.name))
    throw new SourceFailure('source_unexpected', {
      en: `${shown(document.url)} does not reply with the capabilities of a ${protocol.name}.`,
      fr: `La réponse de ${shown(document.url)} ne contient pas les capacités d’un ${protocol.name}.`,
    });
  yield* protocol.names(document.root);
}

/** Where a name of a protocol belongs in the tree of a service. */
function placed({ name, title }: NamedThing, protocol: Protocol, subject: SourceSubject): SourceEntry {
  const maps = protocol.name === 'WMS' ? subject.type.maps?.(subject.configuration) : undefined;
  const place = maps?.placeOf(name);
  const last = place?.at(-1);
  if (place && last) return { path: place.map((one) => one.name), type: last.type, title };
  const colon = name.indexOf(':');
  return protocol.name === 'WFS' && hasWorkspaces(subject) && colon > 0
    ? { path: [name.slice(0, colon), name.slice(colon + 1)], type: protocol.type, title }
    : { path: [name], type: protocol.type, title };
}

function hasWorkspaces({ type }: SourceSubject): boolean {
  return childTypesOf(type).includes('workspace');
}

/**
 * Feature types by their local names: servers remove prefixes, which MapServer has in the names of WFS 2.0 alone, and requests for both
 * names are decided by one layer. Names of which only the prefixes differ stay as they are.
 */
function* withLocalNames(things: Iterable<NamedThing>): Generator<NamedThing> {
  const found = [...things];
  const namesakes = new Map<string, number>();
  for (const { name } of found) {
    const key = nameKey(localNameOf(name));
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1);
  }
  for (const thing of found) {
    const local = localNameOf(thing.name);
    yield namesakes.get(nameKey(local)) === 1 ? { ...thing, name: local } : thing;
  }
}

function localNameOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function capabilitiesSource(protocol: Protocol, endpoints: readonly string[]): Source {
  return {
    start: (subject) => [linkOf(protocol, addressesOf(subject, endpoints))],
    *read(document, _, subject) {
      const things = namesIn(document, protocol);
      for (const thing of protocol.name === 'WFS' && !hasWorkspaces(subject)
        ? withLocalNames(things)
        : things)
        if (thing.name !== '') yield placed(thing, protocol, subject);
    },
    innerType: (subject) => (hasWorkspaces(subject) ? 'workspace' : 'directory'),
  };
}

export const wmsSource = capabilitiesSource(WMS, ['wms', 'ows']);
export const wfsSource = capabilitiesSource(WFS, ['wfs', 'ows']);
export const wpsCapabilities = capabilitiesSource(WPS, ['wps', 'ows']);
