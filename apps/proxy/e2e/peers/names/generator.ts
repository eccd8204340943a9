import type { Random } from '../oracle/random';
import * as samples from '../oracle/samples';
import type { Harvested } from './harvest';
import type { Parameter, Recipe, Way } from './recipe';
import type { NamedType } from './services';
import { WORKSPACE } from './services';
import { type Spelling, spell, spellId, textOf } from './spelling';

const BOX: readonly Parameter[] = Object.entries({
  styles: '',
  srs: 'EPSG:4326',
  bbox: '0,0,4,4',
  width: '48',
  height: '48',
  format: 'image/png',
}).map(([key, value]) => ({ key, value }));

/** The fraction of requests that no rule of the proxy is expected to refuse for their form. */
const PLAIN = 0.2;

const SEPARATORS = [',', ',', ',', ',', ',', ',', ',', ',', ',', ' ', ';', ')('];

/** A request of a client that knows the names of the server, and none of the rules of the proxy. */
export function recipeOf(type: NamedType, random: Random, harvested: readonly Harvested[]): Recipe {
  const isMap = type === 'geoserverwms' || (type === 'geoserver' && random.chance(0.5));
  if (random.chance(PLAIN)) return plain(type, isMap, random, harvested);
  const [operation, parameters] = isMap ? mapRequest(random, harvested) : featureRequest(random, harvested);
  const all = [...parameters, ...(random.chance(0.15) ? [further(random, harvested)] : [])];
  const hasDocument = ['GetMap', 'GetFeature', 'DescribeFeatureType'].includes(operation);
  return {
    service: isMap ? 'WMS' : 'WFS',
    operation,
    version: isMap ? '1.1.1' : random.of(['1.0.0', '1.1.0', '1.1.0', '2.0.0']),
    path: pathOf(type, isMap ? 'wms' : 'wfs', random, harvested),
    way: random.of<Way>(['query', 'query', 'query', 'form', 'both', hasDocument ? 'document' : 'query']),
    parameters: random.chance(0.1) ? all.toReversed() : all,
  };
}

/** A request with names as announced, at the usual address: many of them are for open layers, and forwarded. */
function plain(type: NamedType, isMap: boolean, random: Random, harvested: readonly Harvested[]): Recipe {
  const found = harvested.filter(({ origin }) => origin === (isMap ? 'layer' : 'type'));
  const one = (): Spelling => {
    const { origin, text } = random.of(found);
    return [{ step: origin, text }];
  };
  const announced = random.chance(0.7) ? [one()] : [one(), one()];
  const key = isMap ? 'layers' : 'typename';
  const names: Parameter = { key, names: announced, separator: ',' };
  const marker = isMap ? 'wms' : 'wfs';
  return {
    service: isMap ? 'WMS' : 'WFS',
    operation: isMap ? 'GetMap' : random.of(['GetFeature', 'DescribeFeatureType']),
    version: isMap ? '1.1.1' : '1.1.0',
    path: type === 'wfs' ? '' : `/${WORKSPACE}/${marker}`,
    way: random.of<Way>(['query', 'form']),
    parameters: isMap ? [names, ...BOX] : [names],
  };
}

function pathOf(type: NamedType, marker: string, random: Random, harvested: readonly Harvested[]): string {
  if (type === 'wfs') return random.chance(0.9) ? '' : '/wfs';
  if (random.chance(0.7)) return random.of([`/${WORKSPACE}/${marker}`, `/${marker}`]);
  return random.of([
    '',
    '/ows',
    `/${WORKSPACE}/ows`,
    `/${WORKSPACE.toUpperCase()}/${marker}`,
    `/${random.of(['other', 'x', encodeURIComponent(random.of(harvested).text)])}/${marker}`,
  ]);
}

/** One to four names; often some that stand beside others, or twice. */
function names(random: Random, harvested: readonly Harvested[]): readonly Spelling[] {
  const count = random.of([1, 1, 1, 1, 2, 2, 3]);
  const list = Array.from({ length: count }, () => spell(random, harvested));
  return random.chance(0.1) ? [...list, random.of(list)] : list;
}

function list(key: string, of: readonly Spelling[], random: Random): Parameter {
  return { key: random.chance(0.5) ? key : key.toUpperCase(), names: of, separator: random.of(SEPARATORS) };
}

function mapRequest(random: Random, harvested: readonly Harvested[]): [string, readonly Parameter[]] {
  const layers = names(random, harvested);
  const operation = random.of([
    'GetMap',
    'GetMap',
    'GetMap',
    'GetFeatureInfo',
    'GetFeatureInfo',
    'GetLegendGraphic',
    'DescribeLayer',
    'GetStyles',
  ]);
  if (operation === 'GetMap') return [operation, [list('layers', layers, random), ...BOX]];
  if (operation === 'GetFeatureInfo') {
    const queried = random.chance(0.5) ? layers : names(random, harvested);
    const point = random.of([
      [12, 24],
      [12, 36],
      [24, 12],
      [24, 24],
    ]);
    const more = {
      x: point[0],
      y: point[1],
      feature_count: 9,
      fi_point_tolerance: 8,
      info_format: random.of(['text/plain', 'application/vnd.ogc.gml', 'application/json']),
    };
    return [
      operation,
      [
        list('layers', layers, random),
        list('query_layers', queried, random),
        ...BOX,
        ...Object.entries(more).map(([key, value]) => ({ key, value: String(value) })),
      ],
    ];
  }
  const key = operation === 'GetLegendGraphic' ? random.of(['layer', 'layers']) : 'layers';
  const format = { key: 'format', value: 'image/png' };
  const version = random.chance(0.3) ? [{ key: 'sld_version', value: '1.1.0' }] : [];
  return [
    operation,
    [list(key, layers, random), ...(operation === 'GetLegendGraphic' ? [format, ...version] : [])],
  ];
}

function featureRequest(random: Random, harvested: readonly Harvested[]): [string, readonly Parameter[]] {
  const operation = random.of([
    'GetFeature',
    'GetFeature',
    'GetFeature',
    'GetFeature',
    'GetFeature',
    'GetFeature',
    'DescribeFeatureType',
    'GetPropertyValue',
    'GetFeatureWithLock',
  ]);
  const types = list(random.of(['typename', 'typename', 'typenames']), names(random, harvested), random);
  if (operation === 'DescribeFeatureType') return [operation, [types]];
  const selection = random.of([0, 0, 0, 1, 1, 2, 3, 4]);
  const ids = () => names(random, harvested).map(() => spellId(random, harvested));
  const more: Parameter[] =
    operation === 'GetPropertyValue' ? [{ key: 'valuereference', value: 'size' }] : [];
  if (random.chance(0.1))
    more.push(
      random.of([
        { key: 'maxfeatures', value: '1' },
        { key: 'outputformat', value: 'geojson' },
        { key: 'bbox', value: '0,0,9,9' },
      ]),
    );
  if (selection === 0) return [operation, [types, ...more]];
  const id = list(random.of(['featureid', 'featureid', 'resourceid']), ids(), random);
  if (selection === 1) return [operation, [id, ...more]];
  if (selection === 2) return [operation, [types, id, ...more]];
  if (selection === 3) {
    const query = { key: 'storedquery_id', value: 'urn:ogc:def:query:OGC-WFS::GetFeatureById' };
    return [operation, [query, list('id', ids().slice(0, 1), random), ...more]];
  }
  const text = random.of([
    `<Filter><FeatureId fid="${textOf(spellId(random, harvested))}"/></Filter>`,
    `<Filter><GmlObjectId id="${textOf(spellId(random, harvested))}"/></Filter>`,
    `<Filter xmlns="http://www.opengis.net/fes/2.0"><ResourceId rid="${textOf(spellId(random, harvested))}"/></Filter>`,
  ]);
  return [operation, [types, { key: 'filter', value: text }, ...more]];
}

/** A parameter that names something beside what the operation needs. */
function further(random: Random, harvested: readonly Harvested[]): Parameter {
  const name = [spell(random, harvested)];
  return random.of<() => Parameter>([
    () =>
      list(
        random.of([
          'layers',
          'layer',
          'query_layers',
          'layername',
          'styles',
          'style',
          'typename',
          'typenames',
        ]),
        name,
        random,
      ),
    () => list(random.of(['featureid', 'resourceid', 'id']), [spellId(random, harvested)], random),
    () => ({ key: 'sld_body', value: samples.style(textOf(name[0] ?? [])) }),
    () => ({ key: 'rule', value: textOf(name[0] ?? []) }),
    () => ({ key: 'propertyname', value: textOf(name[0] ?? []) }),
    () => ({
      key: 'namespaces',
      value: `xmlns(x,http://example.org/${encodeURIComponent(textOf(name[0] ?? []))})`,
    }),
  ])();
}
