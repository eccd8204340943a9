import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createEmptyDatabase, createTestDatabase } from '@gatehouse/testing';
import { REVISIONS, dumpOf } from '../../../libs/server/import/src/fixtures/reference-dump';
import { type ReferenceRows, generatedRows } from '../../../libs/server/import/src/fixtures/reference-rows';
import { fillReference } from '../../../libs/server/import/src/fixtures/staging-session';
import { SMALL_WORLD } from '../../../libs/server/import/src/verify/fixtures/imported-world';
import { ADMIN } from '../../api/e2e/harness/start-api';
import { BuiltProgram } from './harness/built-program';

const { users: people, groups, memberships, resources, services, assignments } = SMALL_WORLD;
const storedOf = (kind: 'user' | 'group') =>
  assignments.flatMap(({ holder, resource, stored }) => {
    const id = (holder as Readonly<Record<string, number | undefined>>)[kind];
    return id === undefined ? [] : [{ [`${kind}_id`]: id, resource_id: resource, perm_name: stored }];
  });
/** As the tables of the reference have them. */
const ROWS: ReferenceRows = {
  users: people.map(({ id, name }) => ({ id, user_name: name, email: `${name}@example.org`, status: 1 })),
  groups: groups.map(({ id, name }) => ({ id, group_name: name, discoverable: false, member_count: 0 })),
  users_groups: memberships.map(({ user, group }) => ({ user_id: user, group_id: group })),
  resources: resources.map(({ id, name, type, parent, service }) => ({
    ...{ resource_id: id, resource_name: name, resource_type: type, ordering: 0 },
    ...{ parent_id: parent, root_service_id: service },
  })),
  services: services.map(({ id, type }) => ({ resource_id: id, type, url: `http://s${id}.internal/` })),
  users_resources_permissions: storedOf('user'),
  groups_resources_permissions: storedOf('group'),
};

/** Settings of an instance with a database. */
function settingsOf({ url }: { readonly url: string }): Record<string, string> {
  return {
    SVC_SECRET: 'a secret for tests that is long enough',
    SVC_ADMIN_USER: ADMIN.name,
    SVC_ADMIN_PASSWORD: ADMIN.password,
    SVC_BCRYPT_COST: '4',
    SVC_DB_URL: url,
  };
}

describe('import verify', () => {
  it('has the exit code 0 after an import, and 2 if something here allows more than the source', async () => {
    const gatehouse = BuiltProgram.build();
    const source = await createEmptyDatabase();
    const target = await createTestDatabase();
    const environment = settingsOf(target);
    const client = new Client({ connectionString: source.url });
    await client.connect();
    await fillReference(client, ROWS, REVISIONS);
    await client.end();
    // The address in the list of processes has no password.
    const withPassword = /^(\w+:\/\/[^:@/]*):([^@]*)@/;
    const password = decodeURIComponent(withPassword.exec(source.url)?.[2] ?? '');
    const from = source.url.replace(withPassword, '$1@');
    const prepared = await gatehouse.run(['register_defaults'], { environment });
    expect({ code: prepared.code, stderr: prepared.code === 0 ? '' : prepared.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    const run = (...args: string[]) =>
      gatehouse.run([...args, '--from', from], { environment: { ...environment, PGPASSWORD: password } });
    const map = join(gatehouse.configFolder, 'identifiers.csv');
    const imported = await run(
      ...['import', 'magpie', '--yes', '--source-admin-user', 'keeper', '--map', map, '--json'],
    );
    expect({ code: imported.code, stderr: imported.code === 0 ? '' : imported.stderr }).toEqual({
      code: 0,
      stderr: '',
    });

    // Identifiers are kept, except of what every instance has.
    expect(readFileSync(map, 'utf8')).toMatch(/^kind,source_id,id\n(?:(?:user|group),\d+,\d+\n)*$/);

    const first = await run('import', 'verify', '--json');
    expect({ code: first.code, stderr: first.code === 0 ? '' : first.stdout + first.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    const { answers, users, unexplained } = JSON.parse(first.stdout);
    expect(unexplained.count).toBe(0);
    expect(answers).toBeGreaterThan(users);

    // As if the import had lost denials: the change is not later than its end.
    await target.dataSource.transaction(async (manager) => {
      await manager.query("UPDATE imports SET finished_at = now() + '1 day'::interval");
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query("UPDATE group_permissions SET access = 'allow' WHERE access = 'deny'");
      await manager.query("UPDATE user_permissions SET access = 'allow' WHERE access = 'deny'");
    });
    const second = await run('import', 'verify', '--json', '--sample', '5');
    expect(second.code).toBe(2);
    expect(JSON.parse(second.stdout).unexplained.count).toBeGreaterThan(0);
    gatehouse.remove();
    await source.drop();
    await target.drop();
  });
});

describe('import magpie', () => {
  it('says where the conflicts are decided that keep it from beginning', async () => {
    const gatehouse = BuiltProgram.build();
    const target = await createTestDatabase();
    const environment = settingsOf(target);
    await gatehouse.run(['register_defaults'], { environment });
    const dump = join(gatehouse.configFolder, 'magpie.sql');
    writeFileSync(dump, [...dumpOf(generatedRows())].join(''));
    const run = (option: string) =>
      gatehouse.run(['import', 'magpie', '--dump', dump, option], { environment });
    const [report, imported] = [await run('--dry-run'), await run('--yes')];
    expect(report.code).toBe(2);
    expect(report.stderr).toMatch(
      /Nothing was changed: this is a report\. \d+ conflicts have to be decided\./,
    );
    expect(imported.code).toBe(1);
    expect(imported.stderr).toMatch(/Nothing was imported: \d+ conflicts have to be decided\./);
    for (const { stderr } of [report, imported]) expect(stderr).toContain('docs/reference/import.md');
    gatehouse.remove();
    await target.drop();
  });
});
