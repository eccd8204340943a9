import { SaxesParser } from 'saxes';
import { type PeerRequest, get } from '../oracle/request';

/** What kind of thing a server has under a name. */
type Origin = 'root' | 'group' | 'layer' | 'type' | 'title' | 'feature';

/** A name that a server itself has announced or returned. */
export interface Harvested {
  readonly origin: Origin;
  readonly text: string;
}

/**
 * Asks a server, as a client that may see everything, for the names that it announces: those of map, groups, layers and feature
 * types with their titles from capabilities, and identifiers from the features of each type.
 */
export async function harvest(ask: (request: PeerRequest) => Promise<Buffer>): Promise<readonly Harvested[]> {
  const text = async (path: string, query: string) => (await ask(get(query, path))).toString();
  const maps = layersIn(await text('/wms', 'service=WMS&version=1.3.0&request=GetCapabilities'));
  const types = typesIn(await text('/wfs', 'service=WFS&version=1.1.0&request=GetCapabilities'));
  const features: Harvested[] = [];
  for (const { text: type } of types.filter(({ origin }) => origin === 'type')) {
    const found = await text(
      '/wfs',
      `service=WFS&version=1.1.0&request=GetFeature&typename=${encodeURIComponent(type)}`,
    );
    for (const [, id = ''] of found.matchAll(/(?:gml:id|fid)="([^"]+)"/g))
      features.push({ origin: 'feature', text: id });
  }
  const all = new Map([...maps, ...types, ...features].map((one) => [`${one.origin} ${one.text}`, one]));
  return [...all.values()].filter(({ text: name }) => name.trim() !== '');
}

/** An element with its children and its own text. */
interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

function parse(document: string): Element {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    const element: Element = { name: name.replace(/^.*:/, ''), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(document).close();
  return root;
}

function descendants(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendants(child, name),
  ]);
}

const textOf = (element: Element, name: string) =>
  element.children.find((child) => child.name === name)?.text.trim() ?? '';

function layersIn(document: string): Harvested[] {
  return descendants(parse(document), 'Layer').flatMap((layer, index) => {
    const isGroup = layer.children.some(({ name }) => name === 'Layer');
    const origin = index === 0 ? 'root' : isGroup ? 'group' : 'layer';
    return [
      { origin, text: textOf(layer, 'Name') },
      { origin: 'title', text: textOf(layer, 'Title') },
    ];
  });
}

function typesIn(document: string): Harvested[] {
  return descendants(parse(document), 'FeatureType').flatMap((type) => [
    { origin: 'type', text: textOf(type, 'Name') },
    { origin: 'title', text: textOf(type, 'Title') },
  ]);
}
