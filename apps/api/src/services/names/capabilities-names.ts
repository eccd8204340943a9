import type { XmlElement } from '@gatehouse/service-types';

/** A name in the capabilities of a Web Map Service. */
export interface CapabilitiesName {
  readonly name: string;
  readonly title: string;
  /** Number of layers that contain it. */
  readonly level: number;
  /** Whether it contains other layers. */
  isGroup: boolean;
}

export interface CapabilitiesNames {
  readonly names: readonly CapabilitiesName[];
  readonly truncated: boolean;
}

const ROOTS: ReadonlySet<string> = new Set(['WMS_Capabilities', 'WMT_MS_Capabilities']);
const MAX_NAMES = 10_000;
const MAX_TITLE_LENGTH = 200;

/** The names of all layers of a document, each once and in its order; undefined if these are no capabilities of a WMS. */
export function namesInCapabilities(root: XmlElement): CapabilitiesNames | undefined {
  const capability = ROOTS.has(root.name) ? child(root, 'Capability') : undefined;
  if (!capability) return undefined;
  const names = new Map<string, CapabilitiesName>();
  // The next one is the last.
  const pending = layersIn(capability).map((layer) => ({ layer, level: 0 }));
  pending.reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { layer, level } = next;
    const layers = layersIn(layer);
    for (const inner of [...layers].reverse()) pending.push({ layer: inner, level: level + 1 });
    const name = child(layer, 'Name')?.text ?? '';
    if (name === '') continue;
    const known = names.get(name);
    if (known) known.isGroup ||= layers.length > 0;
    else if (names.size === MAX_NAMES) return { names: [...names.values()], truncated: true };
    else {
      const title = (child(layer, 'Title')?.text ?? '').slice(0, MAX_TITLE_LENGTH);
      names.set(name, { name, title, level, isGroup: layers.length > 0 });
    }
  }
  return { names: [...names.values()], truncated: false };
}

function child({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((element) => element.name === name);
}

function layersIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name }) => name === 'Layer');
}
