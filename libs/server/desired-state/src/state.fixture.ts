import { UnitOfWork } from '@gatehouse/database';
import { type Directory, type DirectorySettings, createDirectory } from '@gatehouse/directory';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { StateApplication } from './apply/application';
import { type Message, lineOf } from './message';
import { describeChange } from './plan/describe-plan';
import { FileSets } from './ownership/file-sets';
import { Planner } from './plan/planner';
import { readUploaded } from './read/read-sections';
import type { DesiredState } from './validate/desired-state';
import { validate } from './validate/validate';

export const DIRECTORY_SETTINGS: DirectorySettings = {
  adminUser: 'admin',
  adminEmail: 'admin@example.org',
  adminGroup: 'administrators',
  anonymousUser: 'anonymous',
  usersGroup: 'users',
  loggedUser: 'current',
  userNameMaxLength: 64,
  userNameExtraRegex: undefined,
  passwordMinLength: 12,
  publicUrl: 'https://gate.example.org',
  networkEnabled: false,
  networkNamePrefix: 'gatehouse_network_',
  networkGroupName: 'gatehouse_network',
};

/** Plans and applications on a database of their own, with what they leave. */
export interface StateFixture {
  readonly database: TestDatabase;
  readonly unitOfWork: UnitOfWork;
  readonly directory: Directory;
  readonly planner: Planner;
  readonly fileSets: FileSets;
  /** Passwords that were hashed; their stored form is the password behind `hash of `. */
  readonly hashed: string[];
  /** `maxStepRows`: rows of one revision. */
  application(maxStepRows?: number): StateApplication;
  /** What a plan of the text changes, and its messages. */
  plan(text: string): Promise<{ changes: object[]; lines: string[] }>;
  /** Applies the text, and returns the lines of its messages. */
  apply(text: string, isStrict?: boolean): Promise<string[]>;
  /** Services, resources, groups, users, memberships and assignments, as sorted lines. */
  contents(): Promise<string[]>;
  revision(): Promise<number>;
}

export function stateOf(text: string): {
  readonly state: DesiredState;
  readonly messages: readonly Message[];
} {
  const { entries, messages } = readUploaded([{ name: 'a.yml', text }]);
  const found = validate(entries, { hooks: 'require' });
  return { state: found.state, messages: [...messages, ...found.messages] };
}

export async function openState(): Promise<StateFixture> {
  const database = await createTestDatabase();
  const unitOfWork = new UnitOfWork(database.dataSource);
  const hashed: string[] = [];
  const hash = async (password: string): Promise<string> => {
    hashed.push(password);
    return `hash of ${password}`;
  };
  const directory = createDirectory({
    unitOfWork,
    settings: DIRECTORY_SETTINGS,
    passwords: { hash, verify: async (password, stored) => stored === `hash of ${password}` },
    sessions: { endAllOf: async () => undefined },
  });
  await directory.defaultIdentities.ensure('the admin signs in');
  const { bulkLookups: lookups, users, groups } = directory;
  const planner = new Planner(lookups, { users: users.rules, groups: groups.rules });
  const fileSets = new FileSets(unitOfWork, lookups, { users: users.rules, groups: groups.rules });
  const application = (maxStepRows?: number): StateApplication =>
    new StateApplication({
      unitOfWork,
      lookups,
      planner,
      fileSets,
      directory,
      hash,
      ...(maxStepRows === undefined ? {} : { maxStepRows }),
    });
  hashed.length = 0;
  return {
    database,
    unitOfWork,
    directory,
    planner,
    fileSets,
    hashed,
    application,
    plan: async (text) => {
      const { state, messages } = stateOf(text);
      const plan = await planner.plan(state);
      return {
        changes: plan.changes.map(describeChange),
        lines: [...messages, ...plan.messages].map((one) => `${one.severity} ${lineOf(one)}`),
      };
    },
    apply: async (text, isStrict = false) => {
      const { state, messages } = stateOf(text);
      const applied = await application().apply(state, { isStrict });
      return [...messages, ...applied.messages].map((one) => `${one.severity} ${lineOf(one)}`);
    },
    contents: async () => {
      const rows = await database.dataSource.query<{ line: string }[]>(CONTENTS);
      return rows.map(({ line }) => line);
    },
    revision: async () => {
      const [row] = await database.dataSource.query<[{ value: string }]>('SELECT value FROM access_revision');
      return Number(row.value);
    },
  };
}

/** Written for tests alone, so that it has nothing in common with the statements of the product. */
const CONTENTS = `
  WITH RECURSIVE tree AS (
    SELECT id, name::text AS path, type, display_name FROM resources WHERE parent_id IS NULL
    UNION ALL SELECT r.id, t.path || '/' || r.name, r.type, r.display_name FROM resources r JOIN tree t ON r.parent_id = t.id
  )
  SELECT line FROM (
    SELECT 'service ' || t.path || ' ' || s.type || ' ' || s.url || coalesce(' ' || s.sync_type, '') || coalesce(' ' || s.configuration::text, '') || coalesce(' ' || s.proxy::text, '')
      FROM services s JOIN tree t ON t.id = s.resource_id
    UNION ALL SELECT 'resource ' || path || ' ' || type FROM tree WHERE type <> 'service'
    UNION ALL SELECT 'group ' || name || ' ' || description || ' ' || discoverable || coalesce(' ' || terms, '')
      FROM groups WHERE name NOT IN ('administrators', 'anonymous', 'users')
    UNION ALL SELECT 'user ' || name || ' ' || email || ' ' || CASE kind WHEN 'service' THEN 'program ' ELSE '' END || coalesce(password_hash, 'without password')
      FROM users WHERE name NOT IN ('admin', 'anonymous')
    UNION ALL SELECT 'member ' || u.name || ' ' || g.name FROM memberships m JOIN users u ON u.id = m.user_id
      JOIN groups g ON g.id = m.group_id WHERE u.name NOT IN ('admin', 'anonymous')
    UNION ALL SELECT 'permission ' || t.path || ' user ' || u.name || ' ' || p.name || '-' || p.access || '-' || p.scope
      FROM user_permissions p JOIN users u ON u.id = p.user_id JOIN tree t ON t.id = p.resource_id
    UNION ALL SELECT 'permission ' || t.path || ' group ' || g.name || ' ' || p.name || '-' || p.access || '-' || p.scope
      FROM group_permissions p JOIN groups g ON g.id = p.group_id JOIN tree t ON t.id = p.resource_id
  ) lines (line) ORDER BY line COLLATE "C"`;
