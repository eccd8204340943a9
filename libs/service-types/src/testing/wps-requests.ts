import { type ServiceTree, type Target, isUnregistered } from '@gatehouse/access-engine';
import type { ReadingContext } from '../grammar/context';
import type { Reading } from '../reading';
import type { RequestBody, ServiceRequest, XmlAttribute, XmlElement } from '../request';
import type { ServiceType } from '../service-type';
import { contextOf, requestOf, treeOf } from './requests';

const XLINK = 'http://www.w3.org/1999/xlink';

/** An element in no namespace; attributes whose names begin with `xlink:` are in that one, `xmlns:p` binds a prefix. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (XmlElement | string)[]
): XmlElement {
  const entries = Object.entries(attributes);
  return {
    name,
    prefix: '',
    namespace: '',
    bindings: entries.flatMap(([key, value]) =>
      key.startsWith('xmlns:') ? [[key.slice(6), value] as const] : [],
    ),
    attributes: entries.flatMap(([key, value]): XmlAttribute[] => {
      if (key.startsWith('xmlns:')) return [];
      return key.startsWith('xlink:')
        ? [{ name: key.slice(6), namespace: XLINK, value }]
        : [{ name: key, namespace: '', value }];
    }),
    children: content.filter((one) => typeof one !== 'string'),
    text: content.filter((one) => typeof one === 'string').join(''),
    hasMarkup: false,
  };
}

/** The body that holds a document. */
export function document(root: XmlElement, mediaType = 'text/xml'): RequestBody {
  return { kind: 'xml', root, mediaType };
}

/** The body that holds a JSON object. */
export function json(...members: (readonly [name: string, value: unknown])[]): RequestBody {
  return { kind: 'json', members };
}

/** A request written as `METHOD /path?query`. */
export function request(written: string, body: RequestBody = { kind: 'none' }): ServiceRequest {
  const [, method = '', path = '', query = ''] = /^([A-Z]+)(?: (\/[^?]*)?(?:\?(.*))?)?$/.exec(written) ?? [];
  return requestOf({
    method,
    segments: path === '' ? [] : path.slice(1).split('/').map(decodeURIComponent),
    isPlainPath: !/[%;]/.test(path),
    query,
    body,
  });
}

/** A tree of resources by their paths, which begin with that of the service. */
function treeAt(paths: readonly string[]): ServiceTree {
  return treeOf(
    paths.map((path, index) => {
      const slash = path.lastIndexOf('/');
      const parentId = slash < 0 ? 0 : paths.indexOf(path.slice(0, slash)) + 1;
      const name = path.slice(slash + 1);
      return { id: index + 1, parentId, name, type: name.startsWith('ws') ? 'workspace' : 'process' };
    }),
  );
}

/**
 * What a type reads in a request, in the notation of the conformance cases: `execute s/p1 exact,
 * everywhere`, `outside <Code> <locator>`.
 */
export function readingIn(
  type: Pick<ServiceType, 'read'>,
  paths: readonly string[],
  one: ServiceRequest,
  options: Partial<ReadingContext> = {},
): string {
  return inWords(type.read(one, contextOf(treeAt(paths), options)), paths);
}

function inWords(reading: Reading, paths: readonly string[]): string {
  return reading.kind === 'outside'
    ? `outside ${reading.code} ${reading.locator}`
    : targetInWords(reading.target, paths);
}

function targetInWords(target: Target, paths: readonly string[]): string {
  const byPermission = new Map<string, string[]>();
  for (const { permission, on } of target) {
    const parts =
      on === 'everywhere'
        ? ['everywhere']
        : isUnregistered(on)
          ? [`${paths[on.inheritsFrom - 1]} ${on.isReserved ? 'reserved' : 'below'}`]
          : on.map(({ resourceId, exact }) => `${paths[resourceId - 1]} ${exact ? 'exact' : 'partial'}`);
    byPermission.set(permission, [...(byPermission.get(permission) ?? []), ...parts]);
  }
  return [...byPermission].map(([permission, parts]) => `${permission} ${parts.join(', ')}`).join('; ');
}
