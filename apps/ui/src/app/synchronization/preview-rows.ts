import type { SynchronizationPreview } from '@gatehouse/ui-data';

type Previewed = SynchronizationPreview['resources'][number];

/** A resource of a preview, and how many levels below the service it is. */
export type PreviewRow = Previewed & { readonly level: number };

/** The resources of a preview, each followed by those below it. */
export function inTreeOrder(resources: readonly Previewed[]): readonly PreviewRow[] {
  const below = new Map<number, Previewed[]>();
  for (const one of resources) {
    const above = one.parent_number ?? 0;
    const siblings = below.get(above) ?? [];
    siblings.push(one);
    below.set(above, siblings);
  }
  const rows: PreviewRow[] = [];
  const add = (above: number, level: number): void => {
    for (const one of below.get(above) ?? []) {
      rows.push({ ...one, level });
      add(one.number, level + 1);
    }
  };
  add(0, 0);
  return rows;
}
