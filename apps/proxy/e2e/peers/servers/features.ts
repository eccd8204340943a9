import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The two data sets of every server: one that some callers may read, one that none may. */
export const SETS = ['public', 'secret'] as const;
export type DataSet = (typeof SETS)[number];

/** The colour of each set: red, green, blue. A twin of a server draws its secrets in another colour. */
export const COLOURS: Readonly<Record<DataSet | 'twin', readonly [number, number, number]>> = {
  public: [0, 255, 0],
  secret: [255, 0, 0],
  twin: [0, 0, 255],
};

/** A layer of a server. */
export interface Layer {
  readonly name: string;
  readonly set: DataSet;
  /** The name under which QGIS Server serves it, if not its own. */
  readonly shortName?: string;
  /** The groups that contain it, the outermost first. */
  readonly groups?: readonly string[];
}

/** What a server has. */
export interface Content {
  readonly layers: readonly Layer[];
  /** The map’s own name, which is that of the root layer in capabilities. */
  readonly root: string;
  /** Writes `public.geojson` and `secret.geojson`. */
  readonly write: (folder: string, side: Side) => Promise<void>;
}

/** Each set under two names; the second is how ncWMS names a variable of a file. */
const LAYERS: readonly Layer[] = SETS.flatMap((set) => [
  { name: set, set },
  { name: `${set}/v`, set },
]);

/** The owner of a server’s data: a twin differs only in its secrets. */
export type Side = 'main' | 'twin';

/**
 * Writes `public.geojson` and `secret.geojson`. A value of each feature, and the name of its attribute, identify in any reply
 * their set: `SECRET-MARK` and `secret_mark`. The features of a twin have other values at the same coordinates.
 */
async function writeFeatures(folder: string, side: Side): Promise<void> {
  for (const set of SETS) {
    const isOther = set === 'secret' && side === 'twin';
    const mark = `${set.toUpperCase()}-${isOther ? 'TWIN' : 'MARK'}`;
    const features = [1, 2].map((id) => ({
      type: 'Feature',
      id,
      properties: { id, [`${set}_mark`]: mark, size: isOther ? id + 6 : id, note: 0 },
      geometry: { type: 'Point', coordinates: [id, id] },
    }));
    const collection = { type: 'FeatureCollection', name: set, features };
    await writeFile(join(folder, `${set}.geojson`), JSON.stringify(collection));
  }
}

/** Each set twice, without groups. */
export const PLAIN: Content = { layers: LAYERS, root: 'peer', write: writeFeatures };

/** The colour in which a side draws a set, as text. */
export function colourOf(set: DataSet, side: Side, separator: string): string {
  return COLOURS[set === 'secret' && side === 'twin' ? 'twin' : set].join(separator);
}
