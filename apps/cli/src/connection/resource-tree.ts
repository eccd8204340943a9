import type { Row } from '../declaration/shown';
import type { Sender } from '../declaration/operation';
import { recordIn } from './reply-fields';

/** What is below a resource, depth first; each row has its `path`, which begins with that of the resource. */
export async function resourcesBelow(api: Sender, resource_id: number, path: string): Promise<Row[]> {
  const reply = await api.send('GET /resources/{resource_id}', { path: { resource_id } });
  const found: Row[] = [];
  const open = childrenOf(recordIn(reply, 'resource'), path).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const resource: Record<string, unknown> = { ...next.resource, path: next.path };
    delete resource['children'];
    found.push(resource);
    open.push(...childrenOf(next.resource, next.path).reverse());
  }
  return found;
}

function childrenOf(row: Row, path: string): { readonly resource: Row; readonly path: string }[] {
  const children = (row['children'] ?? {}) as Readonly<Record<string, Row>>;
  return Object.values(children).map((child) => ({
    resource: child,
    path: `${path}/${child['resource_name']}`,
  }));
}
