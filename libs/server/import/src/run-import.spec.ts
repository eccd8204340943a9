import { type ImportFixture, openImport, platform } from './import.fixture';
import { ImportInterrupted, TargetUnprepared } from './run-import';

const USERS = `SELECT id, name, email, status, coalesce(left(password_hash, 7), 'none') FROM users ORDER BY id`;
const GROUPS = 'SELECT id, name, description, discoverable, terms FROM groups ORDER BY id';
const MEMBERS = `SELECT u.name || ' in ' || g.name FROM memberships m JOIN users u ON u.id = m.user_id JOIN groups g ON g.id = m.group_id ORDER BY 1`;
const RESOURCES = `SELECT r.id, r.name, r.display_name, r.type, r.parent_id, r.root_service_id, r.ordering, s.type AS service, s.url, s.sync_type
  FROM resources r LEFT JOIN services s ON s.resource_id = r.id ORDER BY r.id`;
const ASSIGNMENTS = `SELECT 'user', user_id, resource_id, name, access, scope FROM user_permissions
  UNION ALL SELECT 'group', group_id, resource_id, name, access, scope FROM group_permissions ORDER BY 1, 2, 3, 4`;

describe('an import', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await openImport();
  });
  afterEach(() => fixture.close());

  it('brings a platform into an empty target, with its identifiers', async () => {
    await fixture.stage(platform());
    const { report, revisions } = await fixture.run();
    expect(await fixture.lines(USERS)).toEqual([
      '1 admin admin@example.org 1 hash of',
      '2 anonymous anonymous@mail.com 1 none',
      '7 jane jane@example.com 1 $2b$12$',
      '9 joe joe@example.com 2 $2b$12$',
      '12 ext ext@example.com 1 none',
    ]);
    expect((await fixture.lines(GROUPS)).slice(3)).toEqual([
      '5 scientists Research true null',
      '6 terms  true Be kind',
    ]);
    expect(await fixture.lines(MEMBERS)).toEqual([
      'admin in administrators',
      'anonymous in anonymous',
      'ext in anonymous',
      'jane in anonymous',
      'jane in scientists',
      'joe in administrators',
      'joe in anonymous',
      'joe in terms',
    ]);
    expect(await fixture.lines(RESOURCES)).toEqual([
      '10 api api service null null 0 api http://api.example.org/x api',
      '11 a A route 10 10 1 null null null',
      '12 b B route 10 10 2 null null null',
      '13 c C route 11 10 1 null null null',
      '20 maps maps service null null 0 geoserverwms http://maps.example.org/x null',
      '21 work WORK workspace 20 20 1 null null null',
      '22 roads ROADS layer 21 20 1 null null null',
    ]);
    expect(await fixture.lines(ASSIGNMENTS)).toEqual([
      'group 2 20 getmap allow recursive',
      'group 5 22 getmap deny match',
      'user 7 11 read allow recursive',
      'user 7 13 read deny recursive',
      'user 9 10 write allow match',
    ]);
    expect(await fixture.lines('SELECT provider, subject, user_id FROM external_identities')).toEqual([
      'github 583231 12',
    ]);
    expect(await fixture.lines('SELECT name, email, state FROM pending_users')).toEqual([
      'wait wait@example.com awaiting_approval',
    ]);
    expect(report.conflicts.find(({ code }) => code === 'terms_not_accepted')?.examples).toMatchObject([
      { subject: 'terms', detail: '1 members, 1 waiting links that end' },
    ]);
    expect(report.conflicts.map(({ code, count }) => `${code} ${count}`)).toEqual([
      'administrator 1',
      'password_missing 1',
      'terms_not_accepted 1',
      'identity_unconfirmed 1',
      'registration_links_end 1',
      'unregistered_names 1',
    ]);
    expect(revisions).toBeGreaterThan(5);
  });

  it('is refused in a database without the users and groups that every instance has, and writes nothing', async () => {
    await fixture.stage(platform());
    await fixture.database.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query("UPDATE groups SET name = 'everybody' WHERE name = 'anonymous'");
    });
    await expect(fixture.run({ isDry: true })).rejects.toThrow('The database has no group anonymous.');
    await expect(fixture.run()).rejects.toThrow(TargetUnprepared);
    expect(await fixture.lines('SELECT 1 FROM imports UNION ALL SELECT 1 FROM import_sources')).toEqual([]);
  });

  it('says why the database cannot compare, and that nothing was imported', async () => {
    await fixture.stage(platform());
    const { dataSource } = fixture.database;
    await dataSource.query(`CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await dataSource.query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON import_sources EXECUTE FUNCTION is_full()',
    );
    const failed = fixture.run();
    await expect(failed).rejects.toThrow(ImportInterrupted);
    await expect(failed).rejects.toThrow('the disk of the database is full; nothing was imported');
    expect(await fixture.lines('SELECT name FROM users ORDER BY name')).toEqual(['admin', 'anonymous']);
  });

  it('writes no revision when it is repeated, and says that everything is unchanged', async () => {
    await fixture.stage(platform());
    await fixture.run();
    const { report, revisions } = await fixture.run();
    expect(revisions).toBe(0);
    expect(report.counts.filter(({ create, change, remove }) => create + change + remove > 0)).toEqual([]);
  });

  it('counts identities and registrations that the source has removed, and removes them', async () => {
    await fixture.stage(platform());
    await fixture.run();
    await fixture.stage({ ...platform(), external_identities: [], users_pending: [], tmp_tokens: [] });
    const { report } = await fixture.run({ isDry: true });
    expect(report.counts.flatMap(({ kind, remove }) => (remove > 0 ? [`${kind} ${remove}`] : []))).toEqual([
      'external_identity 1',
      'pending_user 1',
    ]);
    await fixture.run();
    expect(
      await fixture.lines('SELECT 1 FROM external_identities UNION ALL SELECT 1 FROM pending_users'),
    ).toEqual([]);
  });

  it('only reports in a dry run', async () => {
    await fixture.stage(platform());
    const before = await fixture.lines('SELECT value FROM access_revision');
    const { report } = await fixture.run({ isDry: true });
    expect(report.counts.find(({ kind }) => kind === 'resource')).toMatchObject({
      source: 5,
      create: 5,
      skip: 0,
    });
    expect(report.keepsIds).toBe(true);
    expect(await fixture.lines('SELECT value FROM access_revision')).toEqual(before);
    expect(await fixture.lines('SELECT 1 FROM imports UNION ALL SELECT 1 FROM import_sources')).toEqual([]);
  });
});
