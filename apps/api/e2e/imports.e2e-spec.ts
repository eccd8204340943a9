import { type TestApi, startApi } from './harness/start-api';

describe('imports', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const REPORT = {
    source: 'postgresql://db.example.org/magpie',
    revision: '91af68bcdc67',
    takenAt: '2026-11-22T07:59:00.000Z',
    rows: { users: 2 },
    keepsIds: true,
    counts: [{ kind: 'user', source: 2, create: 1, change: 0, remove: 0, unchanged: 0, skip: 1 }],
    conflicts: [
      {
        code: 'user_name_invalid',
        summary: 'Users.',
        rule: 'Not imported.',
        alternatives: ['skip'],
        count: 1,
        refused: 0,
        examples: [
          {
            code: 'user_name_invalid',
            kind: 'user',
            ids: [3],
            subject: 'a b',
            detail: 'not imported',
            rule: 'Not imported.',
            alternatives: ['skip'],
            isRefused: false,
          },
        ],
      },
    ],
  };

  /** As the command line stores it. */
  const store = async (state: string): Promise<number> => {
    const [row] = await api.database.dataSource.query<[{ id: number }]>(
      'INSERT INTO imports (source_name, address, state, report, detail) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [
        'magpie',
        REPORT.source,
        state,
        JSON.stringify(REPORT),
        state === 'failed' ? 'the disk is full' : null,
      ],
    );
    return row.id;
  };

  it('are listed, the newest first, in pages', async () => {
    const [first, second] = [await store('failed'), await store('succeeded')];
    const listed = await api.admin.get('/imports').expect(200);
    expect(listed.body.imports.map((one: { import_id: number }) => one.import_id)).toEqual([second, first]);
    const page = await api.admin.get(`/imports?before=${second}&limit=1`).expect(200);
    expect(page.body.imports).toMatchObject([
      { import_id: first, state: 'failed', failure: 'the disk is full', finished: null },
    ]);
  });

  it('are shown with their report', async () => {
    const id = await store('succeeded');
    const { body } = await api.admin.get(`/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({
      source_name: 'magpie',
      address: REPORT.source,
      report: {
        keeps_ids: true,
        taken: REPORT.takenAt,
        counts: REPORT.counts,
        conflicts: [{ code: 'user_name_invalid', count: 1, examples: [{ subject: 'a b', ids: [3] }] }],
      },
    });
  });

  it('have their conflicts in the language of the client', async () => {
    const { body } = await api.admin
      .get(`/imports/${await store('succeeded')}`)
      .set('Accept-Language', 'fr-CA, fr')
      .expect(200);
    expect(body.import.report.conflicts).toMatchObject([
      {
        summary: expect.stringMatching(/^Utilisateurs dont le nom/),
        rule: expect.stringContaining('majuscules'),
      },
    ]);
  });

  it.each([
    ['0', 404, 'import_not_found'],
    ['99999999999', 404, 'import_not_found'],
    ['x', 422, 'import_id_invalid'],
  ])('of the identifier %s are answered with %i', async (id, status, code) => {
    const { body } = await api.admin.get(`/imports/${id}`).expect(status);
    expect(body.error_code).toBe(code);
  });

  it('are shown to administrators alone', async () => {
    const user = await api.make.user();
    const session = await api.signIn(user);
    await session.get('/imports').expect(403);
    await api.anonymous.get('/imports').expect(401);
  });

  it.each(['limit=0', 'limit=1001', 'before=0', 'before=x'])('are not listed by %s', async (query) => {
    await api.admin.get(`/imports?${query}`).expect(422);
  });
});
