import { appendFileSync } from 'node:fs';
import { type PeerRequest, asCurl, get, post } from '../oracle/request';
import * as samples from '../oracle/samples';
import type { Harvested } from './harvest';
import { type NamedService, type NamedType, TYPES, WORKSPACE } from './services';
import type { MapServerName, NamedSetup } from './setup';

/** What a client sends that has read the capabilities. */
interface Stock {
  /** Operation and name. */
  readonly title: string;
  readonly request: PeerRequest;
}

/** The file for a table of what callers with a denial lose; none unless it is set. */
const REPORT = process.env['SVC_TEST_NAMES_REPORT'];
const encode = encodeURIComponent;
/** Variants without a report. */
const BRIEFLY = ['user', 'group'];

/** The requests for every layer, group and feature type that a server announces. */
function stockOf(type: NamedType, names: readonly Harvested[]): readonly Stock[] {
  const textsOf = (...origins: readonly string[]) => [
    ...new Set(names.filter(({ origin }) => origins.includes(origin)).map(({ text }) => text)),
  ];
  const maps =
    type === 'wfs' || type === 'geoserverwfs' ? [] : textsOf('root', 'group', 'layer').flatMap(mapsOf);
  const features =
    type === 'geoserverwms'
      ? []
      : [
          ...textsOf('type').flatMap((name) => featuresOf(name, type)),
          ...textsOf('feature').map((id) => byId(id, type)),
        ];
  return [...maps, ...features];
}

function mapsOf(name: string): Stock[] {
  const map =
    'service=WMS&version=1.1.1&styles=&srs=EPSG:4326&bbox=0,0,4,4&width=48&height=48&format=image/png' +
    `&layers=${encode(name)}`;
  const queries = {
    GetMap: `${map}&request=GetMap`,
    GetFeatureInfo: `${map}&request=GetFeatureInfo&query_layers=${encode(name)}&x=12&y=24&fi_point_tolerance=8&feature_count=9&info_format=text/plain`,
    GetLegendGraphic: `service=WMS&version=1.1.1&request=GetLegendGraphic&layer=${encode(name)}&format=image/png`,
  };
  return Object.entries(queries).flatMap(([operation, query]) =>
    [`/${WORKSPACE}/wms`, '/wms'].map((path) => ({
      title: `${operation} of ${name} at ${path}`,
      request: get(query, path),
    })),
  );
}

function featuresOf(name: string, type: NamedType): Stock[] {
  const path = type === 'wfs' ? '' : `/${WORKSPACE}/wfs`;
  const typename = `typename=${encode(name)}`;
  const named = (operation: string, request: PeerRequest) => ({ title: `${operation} of ${name}`, request });
  return [
    named('GetFeature', get(`service=WFS&version=1.1.0&request=GetFeature&${typename}`, path)),
    named(
      'GetFeature by form',
      post(
        'application/x-www-form-urlencoded',
        `service=WFS&version=1.1.0&request=GetFeature&${typename}`,
        '',
        path,
      ),
    ),
    named('GetFeature by document', post('text/xml', samples.featuresXml(samples.query(name)), '', path)),
    named(
      'DescribeFeatureType',
      get(`service=WFS&version=1.1.0&request=DescribeFeatureType&${typename}`, path),
    ),
  ];
}

function byId(id: string, type: NamedType): Stock {
  const path = type === 'wfs' ? '' : `/${WORKSPACE}/wfs`;
  return {
    title: `GetFeature of ${id}`,
    request: get(`service=WFS&version=1.1.0&request=GetFeature&featureid=${encode(id)}`, path),
  };
}

/** What the tests expect of a server’s stock requests. */
export interface StockExpectations {
  /** Titles of requests that the grammar of the type does not describe: nobody but administrators may send them. */
  readonly outside: RegExp;
}

/**
 * What a caller with a denial loses of requests that show open data alone, where the denials are on single layers and layers are
 * registered under their own names: maps of a group, which is not registered, and of names without a workspace, which could be
 * those of groups.
 */
const LOST = /^Get(?:Map|FeatureInfo|LegendGraphic) of (?:all_open at \/ws\/wms|.* at \/wms)$/;

/** Tests that stock requests are answered for callers without denials, and which ones others lose. */
export function testStock(
  name: MapServerName,
  setup: () => NamedSetup,
  { outside }: StockExpectations,
): void {
  describe(`the requests of stock clients for a server behind the proxy, ${name},`, () => {
    /** The services of a type; without a report, those with denials on single layers. */
    const servicesOf = (type: NamedType) =>
      setup().all.filter(
        (service) =>
          service.type === type && (REPORT !== undefined || BRIEFLY.includes(service.variant.name)),
      );
    const describedStock = (type: NamedType) =>
      stockOf(type, setup().names).filter(({ title }) => !outside.test(title));

    it.each(TYPES)(
      'are forwarded by every %s service for a caller to whom nothing is denied',
      async (type) => {
        const refused: string[] = [];
        for (const service of servicesOf(type).filter(({ variant }) => variant.isStrict !== true))
          for (const { title, request } of describedStock(type)) {
            const { isForwarded, reply } = await setup().send(service, 'unrestricted', request);
            if (!isForwarded) refused.push(`${service.name}: ${title}: ${reply.status}`);
          }
        expect(refused).toEqual([]);
      },
    );

    it.each(TYPES)(
      'are lost at %s services to a caller with a denial only where their names are not registered',
      async (type) => {
        const open = await openStock(type);
        const losses = new Map<string, string[]>();
        for (const service of servicesOf(type)) losses.set(service.variant.name, await lostAt(service, open));
        expect(losses.get('user')?.filter((title) => !LOST.test(title))).toEqual([]);
        expect(losses.get('group')).toEqual(losses.get('user'));
      },
    );

    /** Requests whose replies do not depend on the secret layers. */
    async function openStock(type: NamedType): Promise<readonly Stock[]> {
      const open: Stock[] = [];
      for (const one of describedStock(type)) {
        const path = one.request.path === '' ? '/wfs' : one.request.path;
        if (!(await setup().straight({ ...one.request, path })).leaks) open.push(one);
      }
      return open;
    }

    async function lostAt(service: NamedService, open: readonly Stock[]): Promise<string[]> {
      const lost: string[] = [];
      for (const { title, request } of open) {
        const { isForwarded, leaks, reply } = await setup().send(service, 'restricted', request);
        expect(leaks).toBe(false);
        if (isForwarded) continue;
        lost.push(title);
        report([name, service.type, service.variant.name, title, String(reply.status), asCurl(request)]);
      }
      report([name, service.type, service.variant.name, `${lost.length} of ${open.length}`, '', '']);
      return lost;
    }
  });
}

function report(cells: readonly string[]): void {
  if (REPORT !== undefined) appendFileSync(REPORT, `| ${cells.join(' | ')} |\n`);
}
