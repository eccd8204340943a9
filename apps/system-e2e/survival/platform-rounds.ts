import type { createDataSource } from '@gatehouse/database';

type DataSource = ReturnType<typeof createDataSource>;

const SERVICES = 25;

/** Objects of a round that exist. */
export interface Left {
  readonly services: number;
  readonly groups: number;
  readonly resources: number;
  readonly permissions: number;
}

export const WHOLE: Left = { services: SERVICES, groups: 1, resources: SERVICES, permissions: 2 * SERVICES };

/** Services with a resource each, and a group with a denial and an allowance on each of these. Each round has its own. */
export function filesOf(round: number): { name: string; content: string }[] {
  const names = Array.from({ length: SERVICES }, (_, at) => `r${round}-${at}`);
  const providers = names.map((name) => [name, { url: 'http://127.0.0.1:9', type: 'api' }]);
  const permissions = names.flatMap((service) =>
    ['read-allow-recursive', 'write-deny-match'].map((permission) => ({
      service,
      resource: '/a',
      permission,
      group: `g${round}`,
    })),
  );
  const content = JSON.stringify({ providers: Object.fromEntries(providers), permissions });
  return [{ name: 'platform.json', content }];
}

/** What is there of a round. Fails if it is not the beginning of the steps: objects, then denials, and what gives access last. */
export async function left(dataSource: DataSource, round: number): Promise<Left> {
  const [row] = await dataSource.query<Left[]>(
    `WITH own AS (SELECT id, type, root_service_id FROM resources r WHERE name LIKE $1
       OR EXISTS (SELECT 1 FROM resources s WHERE s.id = r.root_service_id AND s.name LIKE $1))
     SELECT (SELECT count(*) FROM services s JOIN own ON own.id = s.resource_id)::integer AS services,
       (SELECT count(*) FROM groups WHERE name = $2)::integer AS groups,
       (SELECT count(*) FROM own WHERE type <> 'service')::integer AS resources,
       (SELECT count(*) FROM group_permissions p JOIN own ON own.id = p.resource_id)::integer AS permissions`,
    [`r${round}-%`, `g${round}`],
  );
  if (!row) throw new Error('no row');
  const { services, groups, resources, permissions } = row;
  if (groups > 0) expect([round, services]).toEqual([round, SERVICES]);
  if (resources > 0) expect([round, groups]).toEqual([round, 1]);
  if (permissions > 0) expect([round, resources]).toEqual([round, SERVICES]);
  return row;
}

/** Rows that each revision of a round has written, in their order. */
export async function steps(dataSource: DataSource, round: number): Promise<number[]> {
  const rows = await dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM changes
      WHERE resource_id IN (SELECT r.id FROM resources r LEFT JOIN resources s ON s.id = r.root_service_id
        WHERE r.name LIKE $1 OR s.name LIKE $1) OR after ->> 'name' = $2
      GROUP BY revision ORDER BY revision`,
    [`r${round}-%`, `g${round}`],
  );
  return rows.map(({ count }) => count);
}
