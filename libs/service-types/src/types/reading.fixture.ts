import { type ServiceTree, type UnregisteredName, isUnregistered } from '@gatehouse/access-engine';
import { patternEngine } from '@gatehouse/patterns';
import { readRequestBody, readXmlText } from '@gatehouse/request-body';
import { PLAIN_OPTIONS, type ReadingContext } from '../grammar/context';
import type { Reading } from '../reading';
import type { ServiceType } from '../service-type';

const LIMITS = {
  elements: 5_000,
  attributes: 100_000,
  elementAttributes: 1_000,
  jsonValues: 100_000,
  formFields: 1_000,
};

/** A tree of nodes by their paths, the service first, each with its type after a blank. */
function treeOf(nodes: readonly string[]): ServiceTree & { readonly paths: readonly string[] } {
  const types = nodes.map((node) => node.split(' ')[1] ?? 'layer');
  const paths = nodes.map((node) => node.split(' ')[0] ?? '');
  const children = (parent: number) =>
    paths.flatMap((path, id) =>
      path.slice(0, path.lastIndexOf('/')) === paths[parent] && id !== parent ? [id] : [],
    );
  const name = (id: number) => paths[id]?.split('/').at(-1) ?? '';
  const folded = (text: string) => text.replaceAll(/[ :-]/g, '_').toLowerCase();
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return {
    paths,
    serviceId: 0,
    childByName: (parent, wanted) => children(parent).find((id) => same(name(id), wanted)),
    childrenOf: children,
    childrenByFold: (parent, wanted) =>
      children(parent).filter((id) =>
        [name(id), name(id).replace(/^[^:]*:/, '')].some((form) => folded(form) === folded(wanted)),
      ),
    nameOf: name,
    typeOf: (id) => types[id] ?? '',
  };
}

/** A body to send: a document unless another type is given. */
export interface Sent {
  readonly body?: string;
  readonly type?: string;
}

/**
 * Reads requests written as `METHOD /path?query`. Results are in words: `getfeature a exact, s partial, everywhere`, with a
 * trailing `!` if the request makes the server act, or `outside <Code> <locator>`.
 */
export function readerOf(type: ServiceType, nodes: readonly string[], options: Partial<ReadingContext> = {}) {
  const tree = treeOf(nodes);
  return (request: string, { body = '', type: contentType = 'text/xml' }: Sent = {}): string => {
    const [, method = '', path = '', query = ''] = /^([A-Z]+) ?([^?]*)\??(.*)$/s.exec(request) ?? [];
    const segments = path.split('/').slice(1);
    const reading = type.read(
      {
        method,
        segments: segments.map(decodeURIComponent),
        isPlainPath: !/[%;]/.test(path),
        query,
        body: readRequestBody({ contentType, contentEncoding: undefined }, Buffer.from(body), LIMITS),
        limits: { names: 1_000, interpreted: 1_000_000 },
        parseXml: (text) => readXmlText(text, LIMITS),
      },
      { ...PLAIN_OPTIONS, configuration: {}, patterns: patternEngine, tree, ...options },
    );
    return inWords(reading, tree.paths);
  };
}

function inWords(reading: Reading, paths: readonly string[]): string {
  if (reading.kind === 'outside') return `outside ${reading.code} ${reading.locator}`;
  const { target, executes } = reading;
  const needs = target.flatMap(({ permission, on }, index) => {
    const named =
      on === 'everywhere'
        ? ['everywhere']
        : isUnregistered(on)
          ? [unregisteredInWords(on, paths)]
          : on.map(({ resourceId, exact }) => `${paths[resourceId]} ${exact ? 'exact' : 'partial'}`);
    const before = index > 0 && target[index - 1]?.permission === permission ? '' : `${permission} `;
    return `${index > 0 ? (before === '' ? ', ' : '; ') : ''}${before}${named.join(', ')}`;
  });
  return `${needs.join('')}${executes ? ' !' : ''}`;
}

/** `s/W1 below s`: it inherits from the first one, and nothing below the second one may be denied, if that is another one. */
function unregisteredInWords(
  { inheritsFrom, below, isReserved }: UnregisteredName,
  paths: readonly string[],
): string {
  const top = below === inheritsFrom ? '' : ` ${paths[below]}`;
  return `${paths[inheritsFrom]} ${isReserved ? 'reserved' : `below${top}`}`;
}
