import { silentLogger } from '@gatehouse/logging';
import { type TestApi, startApi } from '../../../api/e2e/harness/start-api';
import { Proxy } from '../../../proxy/src/proxy';

interface Deployment {
  readonly api: TestApi;
  readonly proxy: Proxy;
}

/** An API and a proxy of its database, both at the ports of these settings. */
export async function startDeployment(environment: Record<string, string>): Promise<Deployment> {
  const api = await startApi(environment);
  const { settings, database } = api;
  const proxy = new Proxy({
    settings: { ...settings, databaseUrl: database.url },
    dataSource: database.dataSource,
    logger: silentLogger,
    limits: {},
  });
  await proxy.start();
  return { api, proxy };
}
