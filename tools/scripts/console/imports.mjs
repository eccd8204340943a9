// Imports of pictures: the sample data itself comes from no other system.

const source = { source_name: 'magpie', address: 'postgresql://magpie-db:5432/magpie' };

/** As `GET /imports` lists them. */
export const imports = [
  {
    import_id: 3,
    ...source,
    state: 'succeeded',
    started: '2026-11-26T19:30:00.000Z',
    finished: '2026-11-26T19:31:12.000Z',
    failure: null,
  },
  {
    import_id: 2,
    ...source,
    state: 'failed',
    started: '2026-11-26T19:12:00.000Z',
    finished: '2026-11-26T19:15:41.000Z',
    failure: 'the disk of the database is full',
  },
  {
    import_id: 1,
    ...source,
    address: '/srv/backup/magpie.sql.gz',
    state: 'succeeded',
    started: '2026-11-20T08:02:00.000Z',
    finished: '2026-11-20T08:06:30.000Z',
    failure: null,
  },
];

/** @param {string} kind @param {readonly number[]} numbers */
const counts = (kind, [source = 0, create = 0, change = 0, remove = 0, unchanged = 0, skip = 0]) => ({
  kind,
  source,
  create,
  change,
  remove,
  unchanged,
  skip,
});

/** As `GET /imports/3` has it. */
export const importReport = {
  revision: '91af68bcdc67',
  taken: '2026-11-26T19:29:58.000Z',
  keeps_ids: true,
  counts: [
    counts('user', [1204, 12, 31, 4, 1159, 2]),
    counts('group', [86, 1, 2, 0, 83, 0]),
    counts('membership', [4310, 40, 0, 7, 4268, 2]),
    counts('service', [23, 0, 1, 0, 22, 0]),
    counts('resource', [48213, 1170, 6, 18, 47036, 1]),
    counts('user_permission', [2120, 4, 2, 1, 2114, 0]),
    counts('group_permission', [6902, 85, 12, 9, 6805, 0]),
    counts('external_identity', [97, 3, 0, 0, 71, 23]),
  ],
  conflicts: [
    {
      code: 'user_name_taken',
      summary: 'Users with a name that another user has, here or in the source, in any case.',
      rule: 'It is not imported. With a denial of its own, or below it, the import is refused until it is decided.',
      alternatives: ['skip', 'rename: …'],
      count: 2,
      examples: [
        {
          kind: 'user',
          ids: [412],
          subject: 'Ada.Lovelace',
          detail: 'imported as ada-2',
          decision: 'rename',
        },
        { kind: 'user', ids: [977], subject: 'BOB', detail: 'not imported' },
      ],
    },
    {
      code: 'identity_unconfirmed',
      summary: 'Identities at providers whose subject is a name, which somebody else may register there.',
      rule: 'They sign nobody in until they are confirmed.',
      alternatives: ['confirm'],
      count: 23,
      examples: [{ kind: 'external_identity', ids: [12], subject: 'jane at github', detail: 'subject jane' }],
    },
    {
      code: 'administrator',
      summary: 'Users who become administrators.',
      rule: 'They are members of the group of administrators, as in the source.',
      alternatives: [],
      count: 3,
      examples: [
        { kind: 'membership', ids: [7], subject: 'grace.hopper', detail: 'member of administrators' },
      ],
    },
  ],
};
