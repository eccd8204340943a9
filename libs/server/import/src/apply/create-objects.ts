import { groupValue, resourceValue, serviceValue, userValue } from '../compare/objects';
import type { ImportSession } from '../session';
import type { Steps } from './steps';

const IN_BATCH = 'w.batch BETWEEN $1 AND $2';

/** SQL that remembers objects as they are imported. */
const remember = (kind: string, from: string, value: string): string =>
  `INSERT INTO imported_objects SELECT n.source_id, '${kind}', w.id, w.target_id, ${value} FROM ${from} CROSS JOIN import_names n
   WHERE ${IN_BATCH}`;

interface Created {
  readonly step: string;
  /** What is new: SQL of rows. */
  readonly rows: string;
  readonly order: string;
  readonly rowsOfEach: number;
  readonly statements: readonly string[];
}

/** Values of services that the source does not have are the defaults of their columns. */
const CREATED: readonly Created[] = [
  {
    step: 'groups',
    rows: 'SELECT w.* FROM wanted_groups w WHERE w.mapped IS NULL AND w.target_id IS NOT NULL',
    order: 'id',
    rowsOfEach: 2,
    statements: [
      `INSERT INTO groups (id, name, description, discoverable, terms) OVERRIDING SYSTEM VALUE
       SELECT w.target_id, w.name, w.description, w.discoverable, w.terms FROM import_new w WHERE ${IN_BATCH}`,
      `INSERT INTO group_terms (group_id, version, text) SELECT w.target_id, 1, w.terms FROM import_new w WHERE w.terms IS NOT NULL AND ${IN_BATCH}`,
      remember('group', 'import_new w', groupValue('w')),
    ],
  },
  {
    step: 'users',
    rows: 'SELECT w.* FROM wanted_users w WHERE w.mapped IS NULL AND w.target_id IS NOT NULL',
    order: 'id',
    rowsOfEach: 2,
    statements: [
      `INSERT INTO users (id, name, email, password_hash, status, created_at) OVERRIDING SYSTEM VALUE
       SELECT w.target_id, w.name, w.email, w.password_hash, w.status, w.created_at FROM import_new w WHERE ${IN_BATCH}`,
      // Every user but those of nodes is a member of the anonymous group, at any time.
      `INSERT INTO memberships (user_id, group_id) SELECT w.target_id, g.id FROM import_new w CROSS JOIN import_names n
         JOIN groups g ON g.name = n.anonymous WHERE w.role = 'user' AND ${IN_BATCH}`,
      `INSERT INTO imported_memberships SELECT n.source_id, w.target_id, g.id FROM import_new w CROSS JOIN import_names n
         JOIN groups g ON g.name = n.anonymous WHERE w.role = 'user' AND ${IN_BATCH} ON CONFLICT DO NOTHING`,
      remember('user', 'import_new w', userValue('w', 'w.password_hash')),
    ],
  },
  {
    step: 'services',
    rows: `SELECT w.id, w.target_id, w.name, s.type, s.url, s.sync_type, s.configuration FROM wanted_resources w JOIN wanted_services s ON s.id = w.id
      WHERE w.level = 0 AND w.mapped IS NULL AND w.target_id IS NOT NULL`,
    order: 'id',
    rowsOfEach: 2,
    statements: [
      `INSERT INTO resources (id, name, display_name, type) OVERRIDING SYSTEM VALUE
       SELECT w.target_id, w.name, w.name, 'service' FROM import_new w WHERE ${IN_BATCH}`,
      `INSERT INTO services (resource_id, type, url, sync_type, configuration)
       SELECT w.target_id, w.type, w.url, w.sync_type, w.configuration FROM import_new w WHERE ${IN_BATCH}`,
      remember('service', 'import_new w', serviceValue('w.name', 'w')),
    ],
  },
  {
    step: 'resources',
    // Behind the children that a parent has here.
    rows: `SELECT w.id, w.level, w.target_id, w.name, w.display_name, w.type, p.target_id AS parent, s.target_id AS service,
        (row_number() OVER (PARTITION BY w.parent_id ORDER BY w.ordering, w.id))::integer + CASE WHEN p.mapped IS NULL THEN 0 ELSE
          coalesce((SELECT max(t.ordering) FROM resources t WHERE t.parent_id = p.mapped), 0) END AS ordering
      FROM wanted_resources w JOIN wanted_resources p ON p.id = w.parent_id JOIN wanted_resources s ON s.id = w.service_id
      WHERE w.level > 0 AND w.mapped IS NULL AND w.target_id IS NOT NULL`,
    order: 'level, id',
    rowsOfEach: 1,
    statements: [
      `INSERT INTO resources (id, name, display_name, type, parent_id, root_service_id, ordering) OVERRIDING SYSTEM VALUE
       SELECT w.target_id, w.name, w.display_name, w.type, w.parent, w.service, w.ordering FROM import_new w WHERE ${IN_BATCH} ORDER BY w.level`,
      remember('resource', 'import_new w', resourceValue('w', 'w.parent')),
    ],
  },
];

/** Creates what is new of one kind. */
export async function createObjects(
  session: ImportSession,
  steps: Steps,
  kind: 'groups' | 'users' | 'services' | 'resources',
  batchRows: number,
): Promise<void> {
  const created = CREATED.find(({ step }) => step === kind);
  if (!created) throw new Error(`nothing is created of ${kind}`);
  session.table(
    'import_new',
    `SELECT c.*, ((row_number() OVER (ORDER BY ${created.order}) - 1) / ${batchRows})::integer AS batch FROM (${created.rows}) c`,
    ['batch'],
  );
  await steps.run(
    created.step,
    await steps.lastBatch('import_new'),
    async (first, through) => {
      for (const statement of created.statements) await session.query(statement, [first, through]);
    },
    created.rowsOfEach,
  );
}
