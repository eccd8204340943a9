import { UnitOfWork } from '@gatehouse/database';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

/** Rows that the revision of a deletion removes, and each step of the job. */
const ROWS = 3;

interface Entry {
  readonly id: number;
  readonly kind: string;
  readonly revision: number | null;
  readonly actor: { readonly role: string | null; readonly user_name: string | null };
  readonly objects: readonly { readonly kind: string; readonly name: string | null }[];
  readonly removal?: { readonly rows: number; readonly in_progress: boolean };
}

describe('a large deletion', () => {
  let api: TestApi;
  /** Runs the job, which only tests run. */
  let runJob: () => Promise<void>;

  beforeAll(async () => {
    api = await startApi();
    const { removal } = api.app.get(UnitOfWork);
    const run = removal.removeLeft.bind(removal);
    removal.removeLeft = async () => undefined;
    removal.most = ROWS;
    runJob = run;
  });
  afterAll(() => api.close());
  afterEach(() => runJob());

  const entries = async (query: string): Promise<Entry[]> =>
    (await api.admin.get(`/audit?limit=1000&${query}`).expect(200)).body.entries;
  const deletions = async () => (await api.admin.get('/overview').expect(200)).body.deletions;
  const isStep = ({ actor }: Entry): boolean => (actor.role ?? '').startsWith('job:delete_rows:');
  const newest = async (): Promise<number> => (await api.admin.get('/overview').expect(200)).body.revision;

  async function groupWithMembers(members: number): Promise<string> {
    const group = await api.make.group();
    for (let number = 0; number < members; number++)
      await api.admin.post(`/users/${await api.make.user()}/groups`, { group_name: group }).expect(201);
    return group;
  }

  it('is in the overview and in its audit entry while it goes on, and its steps are listed with it alone', async () => {
    const name = await groupWithMembers(8);
    await api.admin.delete(`/groups/${name}`).expect(200);
    const revision = await newest();
    const [left] = await api.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM memberships WHERE NOT EXISTS (SELECT 1 FROM groups g WHERE g.id = group_id)`,
    );
    expect(left!.count).toBeGreaterThan(ROWS);
    expect(await deletions()).toEqual([expect.objectContaining({ rows_left: left!.count, has_more: false })]);
    const [running] = await deletions();
    expect(running.entry).toMatchObject({
      kind: 'group.deleted',
      revision,
      actor: { user_name: ADMIN.name },
      objects: [{ kind: 'group', name }],
      removal: { rows: 0, in_progress: true },
    });
    await runJob();
    expect(await deletions()).toEqual([]);

    const steps = (await entries(`revision=${revision}`)).filter(isStep);
    expect(steps).toHaveLength(left!.count);
    expect(new Set(steps.map((step) => step.revision)).size).toBeGreaterThan(1);
    expect(steps.every(({ kind }) => kind === 'membership.deleted')).toBe(true);
    for (const query of ['', 'by_revision=true', 'kind=membership', 'exclude_kind=session']) {
      const listed = await entries(query);
      expect(listed.filter(isStep)).toEqual([]);
      expect(listed.length).toBeGreaterThan(0);
    }
    const [entry] = (await entries('by_revision=true')).filter((one) => one.revision === revision);
    expect(entry).toMatchObject({
      kind: 'group.deleted',
      removal: { rows: left!.count, in_progress: false },
    });
    const { revisions } = (await api.admin.get(`/changes?after=${revision - 1}`).expect(200)).body;
    const roles = revisions.map(({ actor }: Entry) => actor.role);
    expect(roles.filter((role: string | null) => role === `job:delete_rows:${revision}`).length).toBe(
      new Set(steps.map((step) => step.revision)).size,
    );
    const exported = (await api.admin.get('/audit/export.jsonl').expect(200)).text;
    const lines = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines.filter(isStep).map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
  });

  it('cannot be undone, and neither can its steps, which removed permission assignments alone', async () => {
    const service = await api.make.service({ service_type: 'api' });
    for (let number = 0; number < 7; number++)
      await api.admin
        .post(`/users/${await api.make.user()}/services/${service}/permissions`, { permission: 'read' })
        .expect(201);
    await api.admin.delete(`/services/${service}`).expect(200);
    const revision = await newest();
    await runJob();
    const listed = await entries(`revision=${revision}&by_revision=true`);
    const steps = listed.filter(isStep);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.map(({ kind }) => kind)).toEqual(steps.map(() => 'user_permission.deleted'));
    const before = await newest();
    for (const one of listed) {
      expect(one).toMatchObject({ summary: { undoable: false } });
      const { body } = await api.admin.post(`/changes/${one.revision}/undo`).expect(409);
      expect(body.error_code).toBe('revision_not_undoable');
    }
    expect(await newest()).toBe(before);
  });

  it('of sessions is an entry about sessions that ended', async () => {
    const user = await api.make.user();
    for (let number = 0; number < 6; number++) await api.signIn(user);
    await api.admin.delete(`/users/${user}/sessions`).expect(200);
    const [ended] = await entries('kind=session.ended&by_revision=true');
    expect(ended).toMatchObject({
      kind: 'session.ended',
      objects: [{ kind: 'user', name: user }],
      removal: { rows: 0, in_progress: true },
    });
    expect((await entries('kind=session')).some(({ id }) => id === ended!.id)).toBe(true);
    expect((await entries('exclude_kind=session')).some(({ kind }) => kind.startsWith('session'))).toBe(
      false,
    );
    expect((await deletions()).map(({ entry }: { entry: Entry }) => entry.kind)).toEqual(['session.ended']);
    await runJob();
    const [finished] = await entries('kind=session.ended&by_revision=true');
    expect(finished!.removal).toEqual({ rows: 6, in_progress: false });
  });
});
