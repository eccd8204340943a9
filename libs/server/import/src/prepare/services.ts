import {
  type NewService,
  requireServiceType,
  validateService,
  validateServiceUrlInFile,
} from '@gatehouse/directory';
import { Problem } from '@gatehouse/problems';
import type { ConflictCode } from '../conflicts/catalogue';
import { decisionSql } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';

/** Services that are validated together. */
const SERVICES_AT_ONCE = 500;

interface StagedService {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly url: string | null;
  readonly sync_type: string | null;
  readonly configuration: unknown;
  readonly mapped: number | null;
  readonly last: { readonly name?: string; readonly type?: string } | null;
  readonly decisions: Readonly<
    Partial<Record<ConflictCode, { readonly choice: string; readonly value: string | null }>>
  >;
}

interface Found {
  readonly id: number;
  readonly code: ConflictCode;
  readonly detail: string;
  readonly decision: string | null;
  readonly isSettled: boolean;
}

const CODES = [
  'service_name_invalid',
  'service_name_taken',
  'service_type_unknown',
  'service_type_changed',
  'service_url_invalid',
  'service_configuration_invalid',
] as const satisfies readonly ConflictCode[];

/**
 * Makes `wanted_services`: each as the rules of the directory accept it, and `import_service_problems`: what they say about the others. There
 * are few services, so that the rules themselves are asked.
 */
export async function makeServices(session: ImportSession): Promise<void> {
  session.later(
    'DROP TABLE IF EXISTS wanted_services, import_service_problems',
    `CREATE TEMPORARY TABLE wanted_services (id integer PRIMARY KEY, source_name text, name text, type text, url text, sync_type text,
       configuration jsonb, mapped integer, last jsonb)`,
    'CREATE TEMPORARY TABLE import_service_problems (id integer, code text, detail text, decision text, is_settled boolean)',
  );
  for (let after = -1; ;) {
    const rows = await session.query<StagedService>(
      `SELECT r.resource_id AS id, r.resource_name AS name, s.type, s.url, s.sync_type, s.configuration,
         coalesce(m.target_id, re.target_id) AS mapped, coalesce(m.value, re.value) AS last,
         (SELECT coalesce(jsonb_object_agg(c.code, jsonb_build_object('choice', decided.choice, 'value', decided.value)), '{}')
          FROM unnest($2::text[]) AS c (code) ${decisionSql('c.code', 'r.resource_id', 'r.resource_name')}
          WHERE decided.choice IS NOT NULL) AS decisions
       FROM staged_resources r JOIN staged_services s ON s.resource_id = r.resource_id CROSS JOIN import_names n
         LEFT JOIN imported_objects m ON m.source_id = n.source_id AND m.kind = 'service' AND m.id = r.resource_id
         LEFT JOIN LATERAL (
           SELECT o.target_id, o.value FROM imported_objects o JOIN resources t ON t.id = o.target_id
           WHERE m.id IS NULL AND o.source_id = n.source_id AND o.kind = 'service' AND t.name = r.resource_name
             AND NOT EXISTS (SELECT 1 FROM staged_services x WHERE x.resource_id = o.id)
             AND o.value ->> 'type' = s.type ORDER BY o.id LIMIT 1) re ON true
       WHERE r.parent_id IS NULL AND r.resource_type = 'service' AND r.resource_id > $1 ORDER BY r.resource_id LIMIT ${SERVICES_AT_ONCE}`,
      [after, CODES],
    );
    await insert(session, rows.map(examine));
    const last = rows.at(-1);
    if (!last || rows.length < SERVICES_AT_ONCE) break;
    after = last.id;
  }
}

interface Examined {
  readonly service: StagedService;
  readonly accepted: Omit<NewService, 'proxy'> | undefined;
  readonly found: readonly Found[];
}

/** What the directory says about a service, after what was decided. */
function examine(service: StagedService): Examined {
  const { id, decisions, last } = service;
  const found: Found[] = [];
  const decided = (code: (typeof CODES)[number], choice: string): string | undefined =>
    decisions[code]?.choice === choice ? (decisions[code].value ?? '') : undefined;
  const note = (code: ConflictCode, detail: string, isSettled = false): void => {
    found.push({ id, code, detail, decision: decisions[code]?.choice ?? null, isSettled });
  };
  const name =
    decided('service_name_invalid', 'rename') ?? decided('service_name_taken', 'rename') ?? service.name;
  const typeName = decided('service_type_unknown', 'type') ?? service.type;
  const url = decided('service_url_invalid', 'url') ?? service.url ?? '';
  const base = { name, typeName, url };
  const isOf = (input: NewService): boolean => refusalOf(input) === undefined;
  const input: NewService = { name: 'a', typeName: 'access', url: 'http://localhost' };
  if (!isOf({ ...input, typeName })) note('service_type_unknown', `type ${typeName}`);
  if (!isOf({ ...input, name })) note('service_name_invalid', `name ${name}`);
  if (!isOf({ ...input, url }))
    note('service_url_invalid', 'its address is not shown: it may have credentials');
  const isChanged = last?.type !== undefined && last.type !== typeName;
  if (isChanged) note('service_type_changed', `it was ${last.type}, and is ${typeName}`);
  let { configuration = null } = service as { configuration?: unknown };
  if (found.length === 0 && !isOf({ ...base, configuration })) {
    const isDefault = decided('service_configuration_invalid', 'default') !== undefined;
    note('service_configuration_invalid', refusalOf({ ...base, configuration }) ?? '', isDefault);
    if (isDefault) configuration = null;
  }
  let syncType = service.sync_type;
  if (syncType !== null && !isOf({ ...input, syncType })) {
    note('sync_type_unknown', `synchronization type ${syncType}`, true);
    syncType = null;
  }
  const isAccepted = found.every(({ isSettled }) => isSettled);
  return {
    service,
    accepted: isAccepted ? { ...base, syncType, configuration: stored(typeName, configuration) } : undefined,
    found,
  };
}

/** Types without a configuration have none. */
function stored(typeName: string, configuration: unknown): NewService['configuration'] {
  return (requireServiceType(typeName).configuration ? configuration : null) as NewService['configuration'];
}

/** Why the directory does not accept a service. */
function refusalOf(input: NewService): string | undefined {
  try {
    validateService(input, validateServiceUrlInFile);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}

async function insert(session: ImportSession, examined: readonly Examined[]): Promise<void> {
  const accepted = examined.flatMap(({ service, accepted: one }) =>
    one
      ? [{ ...one, id: service.id, source_name: service.name, mapped: service.mapped, last: service.last }]
      : [],
  );
  await session.query(
    `INSERT INTO wanted_services SELECT id, source_name, name, "typeName", url, "syncType", configuration, mapped, last
     FROM jsonb_to_recordset($1::jsonb) AS rows (id integer, source_name text, name text, "typeName" text, url text, "syncType" text,
       configuration jsonb, mapped integer, last jsonb)`,
    [JSON.stringify(accepted)],
  );
  await session.query(
    `INSERT INTO import_service_problems SELECT id, code, detail, decision, "isSettled"
     FROM jsonb_to_recordset($1::jsonb) AS rows (id integer, code text, detail text, decision text, "isSettled" boolean)`,
    [JSON.stringify(examined.flatMap(({ found }) => found))],
  );
}
