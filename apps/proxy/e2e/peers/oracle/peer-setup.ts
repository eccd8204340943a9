import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { Fixture } from '../../support/fixture';

import { SETS } from '../servers/features';
import { type MapPeer, startMapServer } from '../servers/mapserver';
import { startPywps } from '../servers/pywps';
import { startQgisServer } from '../servers/qgis';
import { type Effects, NOTHING_DONE, effectsIn, marksOf } from './effects';
import { type Elsewhere, startElsewhere } from './elsewhere';
import { PeerClient, type PeerReply, type PeerRequest } from './request';
import { MAP_TYPES, type PeerService, type PeerType, addServices } from './services';

/** The outcome of a request. */
export interface Outcome {
  readonly reply: PeerReply;
  readonly effects: Effects;
}

/** Records what a server does while a request is answered. */
interface Watch {
  effects(reply: PeerReply): Effects;
}

/** Real servers behind a proxy. */
export interface PeerSetup {
  readonly services: readonly PeerService[];
  /** An address that a server must not be made to call. */
  readonly elsewhere: string;
  /** Sends a request for a service to the proxy. */
  throughProxy(service: PeerService, request: PeerRequest): Promise<Outcome>;
  /** Sends a request straight to the server, bypassing the proxy. */
  straight(service: PeerService, request: PeerRequest): Promise<Outcome>;
  /** The address of the proxy below which its services are. */
  readonly proxy: string;
  readonly deaths: number;
  close(): Promise<void>;
}

export type PeerName = 'mapserver' | 'qgis' | 'pywps';

/** Starts the server, stores services of every type that it can implement, and starts the proxy. */
export async function openPeerSetup(name: PeerName): Promise<PeerSetup> {
  const fixture = await Fixture.open();
  const elsewhere = await startElsewhere();
  const { watch, url, stop, deathsOf } = await startServer(name, elsewhere);
  const services: PeerService[] = [];
  if (name === 'pywps')
    services.push(
      ...(await addServices(fixture, url, 'wps', '/wps')),
      ...(await addServices(fixture, url, 'wps')),
    );
  else for (const type of MAP_TYPES) services.push(...(await addServices(fixture, url, type)));
  const port = await freePort();
  const proxy = `http://127.0.0.1:${port}/ows/proxy`;
  await fixture.startProxy({ SVC_PROXY_PORT: String(port), SVC_PROXY_PUBLIC_URL: proxy });
  const client = new PeerClient();
  const exchange = async (base: string, request: PeerRequest): Promise<Outcome> => {
    const reply = await client.send(base, request);
    return { reply, effects: watch.effects(reply) };
  };
  return {
    services,
    elsewhere: elsewhere.url,
    proxy,
    throughProxy: (service, request) => exchange(`${proxy}/${service.name}`, request),
    straight: (service, request) => exchange(service.url, request),
    get deaths() {
      return deathsOf();
    },
    close: async () => {
      client.close();
      await fixture.close();
      await stop();
      await elsewhere.close();
    },
  };
}

/** The service of a setup by its type and kind. */
export function serviceOf(
  { services }: PeerSetup,
  type: PeerType,
  kind: PeerService['kind'] = 'reading',
): PeerService {
  const found = services.find((service) => service.type === type && service.kind === kind);
  if (!found) throw new Error(`there is no ${kind} service of the type ${type}`);
  return found;
}

async function startServer(name: PeerName, elsewhere: Elsewhere) {
  if (name === 'pywps') {
    const peer = await startPywps();
    const effects = ({ content }: PeerReply): Effects => {
      const runs = peer.readRuns();
      const executed = new Set(SETS.filter((set) => runs.includes(set)));
      const text = content.toString('latin1');
      // Capabilities as JSON describe all processes; the caller is nevertheless allowed to read them.
      const isCapabilities = text.startsWith('{') && text.includes('"pywps_version"');
      const returned = new Set(SETS.filter((set) => !isCapabilities && marksOf(set).test(text)));
      return { ...NOTHING_DONE, reached: runs.length, executed, returned, fetched: fetchedFrom(elsewhere) };
    };
    return { watch: { effects }, url: peer.url, stop: peer.stop, deathsOf: () => 0 };
  }
  const peer = await (name === 'mapserver' ? startMapServer() : startQgisServer());
  const watch = watchMaps(peer, elsewhere);
  return { watch, url: peer.url, stop: () => peer.stop(), deathsOf: () => peer.deaths };
}

function watchMaps(peer: MapPeer, elsewhere: Elsewhere): Watch {
  const stored = () => SETS.map((set) => readFileSync(join(peer.folderOf('main'), `${set}.geojson`), 'utf8'));
  let before = stored();
  return {
    effects: () => {
      const now = stored();
      const changed = new Set(SETS.filter((_, index) => now[index] !== before[index]));
      before = now;
      return { ...effectsIn(peer.exchanges.splice(0)), changed, fetched: fetchedFrom(elsewhere) };
    },
  };
}

/** A style that a request names is fetched by every server of the standard. */
function fetchedFrom({ received }: Elsewhere): string[] {
  return received.splice(0).filter((url) => !url.startsWith('/style'));
}
