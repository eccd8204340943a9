import { type ServiceType, childTypesOf } from '@gatehouse/service-types';
import { shown } from '../documents/read-document';
import type { Source, SourceDocument, SourceEntry, SourceLink, SourceSubject } from '../source';
import { SourceFailure } from '../source-failure';
import { below } from './addresses';
import { wfsSource, wmsSource, wpsCapabilities } from './capabilities';
import { items, member, textMember, valueOf } from './json';

/**
 * Names in a list of the REST interface. Throws `source_unexpected` for an entry without one: what is left out would count as vanished.
 * Reference: service-synchronization#geoserver.
 */
function namesIn(document: SourceDocument, value: unknown, list: string, entry: string): readonly string[] {
  const content = member(value, list);
  // A list without entries is an empty text.
  if (content === '' || content === null) return [];
  const found = member(content, entry);
  // Older versions write a single entry without a list around it.
  const entries = Array.isArray(found) ? items(found) : [found];
  return entries.map((one) => nameIn(one) ?? rejectEntry(document, entry));
}

/**
 * The name of an entry. The writer of JSON takes texts that look like numbers or booleans for such: of the workspaces `007`, `1.0` and `1e3`
 * only the links have the names.
 */
function nameIn(entry: unknown): string | undefined {
  const name = member(entry, 'name');
  if (typeof name === 'string') return name === '' ? undefined : name;
  const [file = ''] = textMember(entry, 'href')?.split(/[?#]/)[0]?.split('/').slice(-1) ?? [];
  const escaped = file.replace(/\.json$/, '');
  try {
    // Escaped as in forms.
    return decodeURIComponent(escaped.replaceAll('+', ' ')) || undefined;
  } catch {
    return undefined;
  }
}

function rejectEntry({ url }: SourceDocument, entry: string): never {
  throw new SourceFailure('source_unexpected', {
    en: `${shown(url)} lists a ${entry} without a name.`,
    fr: `${shown(url)} contient une entrée « ${entry} » sans nom.`,
  });
}

const WORKSPACES = { en: 'a list of workspaces', fr: 'une liste d’espaces de travail' };

const isList = (list: string) => (value: unknown) => member(value, list) !== undefined;

/** Workspaces as routes of the REST interface: `workspaces/{name}`. Reference: service-synchronization#geoserver. */
export const geoserverApiSource: Source = {
  start: ({ url }) => [{ url: below(url, 'workspaces'), format: 'json', as: 'workspaces', path: [] }],
  *read(document) {
    const value = valueOf(document, WORKSPACES, isList('workspaces'));
    for (const name of namesIn(document, value, 'workspaces', 'workspace'))
      yield { path: ['workspaces', name], type: 'route' };
  },
  innerType: () => 'route',
};

const LISTS: Readonly<Record<string, readonly [list: string, entry: string]>> = {
  layers: ['layers', 'layer'],
  layergroups: ['layerGroups', 'layerGroup'],
};

/** The capabilities that tell the same to readers without the REST interface. */
function capabilitiesOf(type: ServiceType): Source {
  if (type.name === 'geoserverwfs') return wfsSource;
  return type.name === 'geoserverwps' ? wpsCapabilities : wmsSource;
}

function capabilitiesLink(subject: SourceSubject): SourceLink | undefined {
  const [link] = capabilitiesOf(subject.type).start(subject);
  return link;
}

/** The root of a GeoServer: its protocols are below it. */
function rootOf({ url }: SourceSubject): string {
  return url.replace(/\/(?:ows|wms|wfs|wps|rest)\/*(?=$|\?)/i, '');
}

/**
 * Workspaces with their layers and groups of layers: by the REST interface, or by capabilities where that is not for this reader.
 * Reference: service-synchronization#geoserver.
 */
export const geoserverSource: Source = {
  start: (subject) => [
    {
      url: below(rootOf(subject), 'rest/workspaces.json'),
      format: 'json',
      as: 'workspaces',
      path: [],
      otherwise: capabilitiesLink(subject),
    },
  ],
  *read(document, link, subject): Generator<SourceEntry | SourceLink> {
    if (link.format === 'xml') {
      yield* capabilitiesOf(subject.type).read(document, link, subject);
      return;
    }
    const [workspace] = link.path;
    if (workspace === undefined) {
      const value = valueOf(document, WORKSPACES, isList('workspaces'));
      for (const name of namesIn(document, value, 'workspaces', 'workspace')) {
        yield { path: [name], type: 'workspace' };
        // Workspaces of processes have none of their own.
        if (!childTypesOf(subject.type).includes('layer')) continue;
        const base = below(rootOf(subject), `rest/workspaces/${encodeURIComponent(name)}`);
        for (const list of Object.keys(LISTS))
          yield { url: below(base, `${list}.json`), format: 'json', as: list, path: [name] };
      }
      return;
    }
    const [list, entry] = LISTS[link.as] ?? ['', ''];
    const value = valueOf(
      document,
      { en: `a list of ${link.as}`, fr: `une liste « ${link.as} »` },
      isList(list),
    );
    // Some versions qualify names by the workspace.
    const prefix = `${workspace}:`;
    for (const name of namesIn(document, value, list, entry))
      yield { path: [workspace, name.startsWith(prefix) ? name.slice(prefix.length) : name], type: 'layer' };
  },
  innerType: () => 'workspace',
};
