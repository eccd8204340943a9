import { freePort } from '@gatehouse/testing';
import { Fixture } from '../../support/fixture';
import { essence } from '../oracle/effects';
import { PeerClient, type PeerReply, type PeerRequest } from '../oracle/request';
import { startMapServer } from '../servers/mapserver';
import { startQgisServer } from '../servers/qgis';
import { NAMED } from './content';
import { type Harvested, harvest } from './harvest';
import { type Caller, type NamedService, type NamedServices, addNamedServices } from './services';

export type MapServerName = 'mapserver' | 'qgis';

/** What became of a request. */
interface Fate {
  readonly reply: PeerReply;
  /** Whether a server has received it. */
  readonly isForwarded: boolean;
  /** Whether the reply would have been another one if the secrets were others. Capabilities are open to every caller. */
  readonly leaks: boolean;
}

/** A server with a twin whose secrets differ, behind a proxy. */
export interface NamedSetup extends Pick<NamedServices, 'all'> {
  readonly server: MapServerName;
  /** The names that the server has announced to a client that may see everything. */
  readonly names: readonly Harvested[];
  /** Sends a request to a service at the proxy. */
  send(service: NamedService, caller: Caller, request: PeerRequest): Promise<Fate>;
  /** Sends a request straight to the server. */
  straight(request: PeerRequest): Promise<Fate>;
  readonly deaths: number;
  close(): Promise<void>;
}

/** Opens a setup for the tests of a file, and closes it after them. */
export function useNamedSetup(name: MapServerName): () => NamedSetup {
  let setup: NamedSetup | undefined;
  beforeAll(async () => {
    setup = await openNamedSetup(name);
  }, 60_000);
  afterAll(() => setup?.close());
  return () => {
    if (!setup) throw new Error(`${name} has not been started`);
    return setup;
  };
}

/** Starts server, twin and proxy, and stores services of every type and variant. */
async function openNamedSetup(name: MapServerName): Promise<NamedSetup> {
  const fixture = await Fixture.open();
  const peer = await (name === 'mapserver' ? startMapServer(NAMED) : startQgisServer(NAMED));
  const services = await addNamedServices(fixture, peer.url);
  const port = await freePort();
  const proxy = `http://127.0.0.1:${port}/ows/proxy`;
  await fixture.startProxy({ SVC_PROXY_PORT: String(port), SVC_PROXY_PUBLIC_URL: proxy });
  const client = new PeerClient();
  const exchange = async (base: string, request: PeerRequest): Promise<Fate> => {
    const reply = await client.send(base, request);
    const exchanges = peer.exchanges.splice(0);
    const leaks = exchanges.some(
      ({ reply: own, twinReply }) =>
        twinReply !== undefined && essence(own) !== essence(twinReply) && !isCapabilities(own),
    );
    return { reply, isForwarded: exchanges.length > 0, leaks };
  };
  const names = await harvest(async (request) => (await exchange(peer.url, request)).reply.content);
  return {
    server: name,
    names,
    all: services.all,
    send: (service, caller, request) => exchange(`${proxy}/${service.name}`, services.as(caller, request)),
    straight: (request) => exchange(peer.url, request),
    get deaths() {
      return peer.deaths;
    },
    close: async () => {
      client.close();
      await fixture.close();
      await peer.stop();
    },
  };
}

/** Whether a reply is a document of capabilities: by its root element, not by what was asked. */
function isCapabilities(reply: Buffer): boolean {
  const start = reply.toString('latin1', 0, 2000).replace(/<[?!][^>]*>/g, '');
  return /^\s*<(?:\w+:)?(?:WMS_Capabilities|WMT_MS_Capabilities|WFS_Capabilities)\b/.test(start);
}
