import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SERVICES } from './rows-of-tables';

/** An UUID as `md5(…)::uuid` makes it. */
const uuid = (text: string): string => createHash('md5').update(text).digest('hex');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export type Values = ReadonlyMap<string, unknown>;

/**
 * Values of a database of so many rows, to which the calls of listed statements refer: `@user.id`. Without `former`, they are of what
 * was added last.
 */
export async function valuesOf(database: Pick<DataSource, 'query'>, rows: number): Promise<Values> {
  const [log] = await database.query<[{ newest: string; change: string }]>(
    'SELECT value AS newest, (SELECT max(id) FROM changes) AS change FROM access_revision',
  );
  const newest = Number(log.newest);
  const service = SERVICES + rows + 1;
  return new Map<string, unknown>([
    ['user.id', rows / 5 + 1],
    ['user.name', 'latest'],
    ['user.email', 'latest@example.org'],
    ['former-user.id', 3],
    ['group.id', rows / 5 + 1],
    ['group.name', 'latest'],
    ['former-group.id', 3],
    ['large-group.id', 1],
    ['service.id', service],
    ['service.name', 'latest'],
    ['former-service.id', 2],
    ['resource.id', service + 1],
    ['child.id', service + 2],
    ['folder.id', SERVICES + 1],
    ['former-resource.id', SERVICES + 1 + rows / 2],
    ['session.id', uuid('latest')],
    ['token', sha256('latest')],
    ['former-session.id', uuid('session-1')],
    ['former-token', sha256('token-1')],
    ['api-token.id', uuid('api-token-5')],
    ['api-token.hash', sha256('api-token-5')],
    ['api-token.user-id', 6],
    ['attempt.session-id', uuid('session-1')],
    ['pending.id', 2],
    ['pending.name', 'pending-1'],
    ['link.id', uuid('link-60')],
    ['link.token', sha256('link-60')],
    ['message.id', uuid('message-2')],
    ['delivery.id', uuid('delivery-2')],
    ['identity.id', 3],
    ['network-token', sha256('network-2')],
    ['revision', newest],
    ['revision.previous', newest - 1],
    ['revision.earlier', newest - 50],
    ['change.newest', Number(log.change)],
    ['new.uuid', uuid('new')],
    ['new.hash', sha256('new')],
    ['new.resource-id', service + 1000],
    ['new.user-id', rows / 5 + 1000],
  ]);
}

/** Parameters in which the names of values are replaced. Throws if there is no such value. */
export function resolved(parameter: unknown, values: Values): unknown {
  if (Array.isArray(parameter)) return parameter.map((one) => resolved(one, values));
  if (typeof parameter !== 'string' || !parameter.startsWith('@')) return parameter;
  if (!values.has(parameter.slice(1))) throw new Error(`there is no value ${parameter}`);
  return values.get(parameter.slice(1));
}
