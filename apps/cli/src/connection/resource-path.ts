import { UsageError } from '../failures';
import type { Sender } from '../declaration/operation';
import { recordIn, rowsIn } from './reply-fields';

const PAGE = 10_000;
/** More results than these are not returned at once; then the children are read, level by level. */
const SEARCHED = 100;

/** The identifier of a resource that is named by it, or by a path such as `thredds/ocean/2024`. */
export async function resourceAt(api: Sender, text: string): Promise<number> {
  if (/^\d+$/.test(text)) return Number(text);
  const names = text.split('/').filter((name) => name !== '');
  const [serviceName, ...below] = names;
  if (serviceName === undefined) throw new UsageError(`'${text}' is not the path of a resource.`);
  const reply = await api.send('GET /services/{service_name}', { path: { service_name: serviceName } });
  const serviceId = Number(recordIn(reply, 'service')['resource_id']);
  if (below.length === 0) return serviceId;
  return (await searched(api, serviceName, names)) ?? walked(api, serviceId, text, below);
}

async function searched(api: Sender, service: string, names: readonly string[]): Promise<number | undefined> {
  const query = { q: names.join('/'), kinds: 'resource', service_name: service, limit: SEARCHED };
  if (query.q.length > 500) return undefined;
  const { results } = await api.send('GET /search', { query });
  const found = rowsIn({ results }, 'results').find(({ path }) => path === names.join('/'));
  return found === undefined ? undefined : Number(found['id']);
}

async function walked(
  api: Sender,
  serviceId: number,
  text: string,
  below: readonly string[],
): Promise<number> {
  let at = serviceId;
  for (const name of below) {
    const parts = { path: { resource_id: at } };
    const pages = { after: 'resource_id', limit: PAGE };
    const reply = await api.sendAll('GET /resources/{resource_id}/children', parts, pages, 'children');
    const found = rowsIn(reply, 'children').find(({ resource_name }) => resource_name === name);
    if (found === undefined)
      throw new UsageError(`There is no resource ${text}: '${name}' is not registered.`);
    at = Number(found['resource_id']);
  }
  return at;
}
