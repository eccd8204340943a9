import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@gatehouse/logging';
import { type TestDatabase, freePort } from '@gatehouse/testing';
import { type TestApi, startApi } from './start-api';

/** An instance of the network with its own key. */
export interface NetworkInstance extends TestApi {
  readonly name: string;
  readonly url: string;
  /** The file with its private key. */
  readonly pem: string;
}

/** Starts an instance in network mode on a separate database. Requests to the loopback interface are allowed. */
export async function startInstance(
  name: string,
  environment: Record<string, string> = {},
  logger?: Logger,
  database?: TestDatabase,
): Promise<NetworkInstance> {
  const pem =
    environment['SVC_NETWORK_PEM_FILES'] ?? join(mkdtempSync(join(tmpdir(), 'network-')), 'key.pem');
  const port = await freePort();
  const api = await startApi(
    {
      SVC_PORT: String(port),
      SVC_URL: `http://127.0.0.1:${port}`,
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: name,
      SVC_NETWORK_PEM_FILES: pem,
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
      SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
      ...environment,
    },
    logger,
    database,
  );
  return { ...api, name, pem, url: api.anonymous.url };
}

/** The body that registers an instance as a node. */
export function nodeOf({ name, url }: Pick<NetworkInstance, 'name' | 'url'>) {
  return {
    name,
    base_url: url,
    jwks_url: `${url}/network/jwks`,
    token_url: `${url}/network/token`,
    authorization_url: `${url}/ui/network/authorize`,
    redirect_uris: [`${url}/network/link`],
  };
}

/** Registers two instances at each other. */
export async function connect(one: NetworkInstance, other: NetworkInstance): Promise<void> {
  await one.admin.post('/network/nodes', nodeOf(other)).expect(201);
  await other.admin.post('/network/nodes', nodeOf(one)).expect(201);
}
