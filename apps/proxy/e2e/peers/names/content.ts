import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, type DataSet, type Layer, SETS, type Side } from '../servers/features';

/**
 * Layers in groups that hold layers of both sets or of one, and names with characters that servers replace. QGIS Server has
 * features of `Top Secret` as `Top_Secret`, of `harbour:depths` as `harbour-depths`, and a layer with a short name under that.
 */
const layer = (set: DataSet, name: string, more: Partial<Layer> = {}): Layer => ({ set, name, ...more });

export const NAMED_LAYERS: readonly Layer[] = [
  layer('public', 'public', { groups: ['mixed'] }),
  layer('public', 'open area', { groups: ['all_open'] }),
  layer('public', 'open-lake'),
  layer('secret', 'secret', { groups: ['mixed'] }),
  layer('secret', 'Top Secret', { groups: ['Closed Group'] }),
  layer('secret', 'harbour:depths', { groups: ['outer', 'inner'] }),
  layer('secret', 'mine-field'),
  layer('secret', 'Nests of eagles', { shortName: 'nests', groups: ['outer', 'inner'] }),
];

/** The name by which maps of a layer are requested. */
export function nameOf({ name, shortName = name }: Layer): string {
  return shortName;
}

/** Where features are, and the value of an attribute of its own: a twin’s secrets have others. */
const FEATURES = {
  public: { at: [1, 1], step: 1, mark: 'public' },
  secret: { at: [1, 2], step: 1, mark: 'secret' },
  twin: { at: [1, 3], step: -0.5, mark: 'twin' },
} as const;

async function write(folder: string, side: Side): Promise<void> {
  for (const set of SETS) {
    const { at, step, mark } = FEATURES[set === 'secret' && side === 'twin' ? 'twin' : set];
    const features = [1, 2].map((id) => ({
      type: 'Feature',
      id,
      properties: { id, [`${mark}_mark`]: `${mark}-mark`, size: at[1] * 10 + id },
      geometry: { type: 'Point', coordinates: [at[0] + id - 1, at[1] + (id - 1) * step] },
    }));
    await writeFile(join(folder, `${set}.geojson`), JSON.stringify({ type: 'FeatureCollection', features }));
  }
}

/** What servers have in the tests of names. */
export const NAMED: Content = { layers: NAMED_LAYERS, root: 'everything', write };
