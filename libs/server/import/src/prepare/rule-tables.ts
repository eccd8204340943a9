import { parsePermission } from '@gatehouse/access-engine';
import {
  RESOURCE_TYPE_NAMES,
  SERVICE_TYPES,
  allowedPermissions,
  childTypesAllowedBelow,
} from '@gatehouse/service-types';
import type { ImportSession } from '../session';

/** Texts that are parsed together. */
const TEXTS_AT_ONCE = 5_000;

/**
 * Writes the rules of types, which the service types state, and what the texts of permissions in the source mean, which the access engine
 * says, into tables of the session: statements apply them to millions of rows.
 */
export async function makeRuleTables(session: ImportSession): Promise<void> {
  session.later(
    'DROP TABLE IF EXISTS import_forms, import_allowed, import_children',
    'CREATE TEMPORARY TABLE import_forms (text text PRIMARY KEY, name text, access text, scope text)',
    'CREATE TEMPORARY TABLE import_allowed (service_type text, type text, name text, PRIMARY KEY (service_type, type, name))',
    'CREATE TEMPORARY TABLE import_children (service_type text, parent_type text, type text, PRIMARY KEY (service_type, parent_type, type))',
  );
  await insertTriples(
    session,
    'import_allowed',
    SERVICE_TYPES.flatMap((service) =>
      RESOURCE_TYPE_NAMES.flatMap((type) =>
        allowedPermissions(service, type).map((name) => [service.name, type, name]),
      ),
    ),
  );
  await insertTriples(
    session,
    'import_children',
    SERVICE_TYPES.flatMap((service) =>
      RESOURCE_TYPE_NAMES.flatMap((parent) =>
        childTypesAllowedBelow(service, parent).map((type) => [service.name, parent, type]),
      ),
    ),
  );
  await parseTexts(session);
  session.later('ANALYZE import_forms', 'ANALYZE import_allowed', 'ANALYZE import_children');
}

/**
 * What each text of an assignment means; without a name where it means nothing. The reference takes an unknown modifier for the default:
 * of such a text, only a denial is kept, as wide as it can be.
 */
function meaningOf(text: string): { name: string; access: string; scope: string } | undefined {
  const parsed = parsePermission(text);
  if (parsed) return parsed;
  const [name = '', access] = text.split('-');
  const denial = access === 'deny' ? parsePermission(`${name}-deny`) : undefined;
  return denial && { ...denial, scope: 'recursive' };
}

async function parseTexts(session: ImportSession): Promise<void> {
  session.table(
    'import_texts',
    `SELECT DISTINCT perm_name AS text FROM (
       SELECT perm_name FROM staged_users_resources_permissions UNION ALL SELECT perm_name FROM staged_groups_resources_permissions
     ) all_texts WHERE perm_name IS NOT NULL`,
    ['text'],
  );
  for (let after = ''; ;) {
    const rows = await session.query<{ text: string }>(
      `SELECT text FROM import_texts WHERE text > $1 ORDER BY text LIMIT ${TEXTS_AT_ONCE}`,
      [after],
    );
    const found = rows.flatMap(({ text }) => {
      const meaning = meaningOf(text);
      return meaning ? [{ text, ...meaning }] : [];
    });
    await session.query(
      'INSERT INTO import_forms SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])',
      [
        found.map(({ text }) => text),
        found.map(({ name }) => name),
        found.map(({ access }) => access),
        found.map(({ scope }) => scope),
      ],
    );
    const last = rows.at(-1);
    if (!last || rows.length < TEXTS_AT_ONCE) return;
    after = last.text;
  }
}

async function insertTriples(
  session: ImportSession,
  table: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  await session.query(
    `INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`,
    [0, 1, 2].map((column) => rows.map((row) => row[column])),
  );
}
