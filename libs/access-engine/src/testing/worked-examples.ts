/**
 * The worked examples of spec: permissions 3.7 as data. Rules are written `<holder> <permission>`, where the holder is
 * `user`, `public` or the name of a group that the user is in; paths start with the service's name.
 */
export interface WorkedExample {
  readonly name: string;
  readonly serviceType: string;
  /** The rules on each node; a node that is only a key of `expected` does not exist. */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  /** Per node and permission: A(llow) or D(eny), then who decided, where the example tells. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const E1_HOLDERS = ['user', 'group', 'public'] as const;

/** Who wins on the child, by who holds the rule there and who on the service. */
function twoRules(): WorkedExample[] {
  const rank = { user: 2, group: 1, public: 0 };
  return E1_HOLDERS.flatMap((child) =>
    E1_HOLDERS.flatMap((parent) =>
      ['allow', 'deny'].flatMap((childAccess) =>
        ['allow', 'deny'].map((parentAccess): WorkedExample => {
          const winner = rank[child] >= rank[parent] ? [child, childAccess] : [parent, parentAccess];
          const letter = (access: string | undefined) => (access === 'allow' ? 'A' : 'D');
          return {
            name: `E1: ${child} ${childAccess} below ${parent} ${parentAccess}`,
            serviceType: 'api',
            nodes: {
              s: [`${parent} read-${parentAccess}`],
              's/middle': [],
              's/middle/child': [`${child} read-${childAccess}`],
            },
            expected: {
              s: { read: `${letter(parentAccess)} ${parent}` },
              's/middle/child': { read: `${letter(winner[1])} ${winner[0]}` },
            },
          };
        }),
      ),
    ),
  );
}

const E2_SIX = ['public read-deny-match', 'g1 read-deny-match', 'g2 read'];
const E2_NINE = [...E2_SIX, 'user read-match', 'g1 write-deny-match'];

/** The steps of E2: rules on the service, rules on the target, what is in effect on the target. */
const E2_STEPS: readonly (readonly [string[], string[], Record<string, string>])[] = [
  [[], ['public read-deny-match'], { read: 'D public', write: 'D' }],
  [['g1 read'], ['public read-deny-match'], { read: 'A g1', write: 'D' }],
  [['g1 read', 'g2 read-deny'], ['public read-deny-match'], { read: 'D g2', write: 'D' }],
  [[], ['public read-deny-match', 'g1 read-match'], { read: 'A g1' }],
  [[], ['public read-deny-match', 'g1 read-match', 'g2 read'], { read: 'A g2' }],
  [[], E2_SIX, { read: 'D g1' }],
  [['user read'], E2_SIX, { read: 'A user' }],
  [['user read'], [...E2_SIX, 'user read-match'], { read: 'A user' }],
  [['user read'], E2_NINE, { read: 'A user', write: 'D g1' }],
  [['user read'], [...E2_NINE, 'g2 write-deny-match'], { read: 'A user', write: 'D multiple' }],
];

const progressive = E2_STEPS.map(([service, target, expected], index): WorkedExample => ({
  name: `E2: step ${index + 1}`,
  serviceType: 'api',
  nodes: { s: service, 's/r1': [], 's/r1/r2': target },
  expected: { 's/r1/r2': expected },
}));

/** A chain below a service: the rules of each level, and what is expected there. */
function chain(name: string, levels: readonly (readonly [string[], string])[]): WorkedExample {
  const pathOf = (level: number) =>
    ['s', ...Array.from({ length: level }, (_, index) => `l${index + 1}`)].join('/');
  return {
    name,
    serviceType: 'api',
    nodes: Object.fromEntries(levels.map(([rules], level) => [pathOf(level), rules])),
    expected: Object.fromEntries(levels.map(([, read], level) => [pathOf(level), { read }])),
  };
}

const ALTERNATING: readonly WorkedExample[] = [
  ...(['group', 'user'] as const).map((holder) =>
    chain(`E3: ${holder} only`, [
      [[`${holder} read`], 'A'],
      [[], 'A'],
      [[`${holder} read-deny`], 'D'],
      [[], 'D'],
      [[`${holder} read`], 'A'],
      [[], 'A'],
    ]),
  ),
  chain('E3: mixed', [
    [['group read'], 'A group'],
    [[], 'A group'],
    [['user read-deny'], 'D user'],
    [['group read'], 'D user'],
    [['user read'], 'A user'],
    [[], 'A user'],
  ]),
  chain('E4: match inside recursive', [
    [['group read'], 'A'],
    [[], 'A'],
    [['group read-deny-match'], 'D'],
    [[], 'A'],
  ]),
];

const MIXED_TREES: readonly WorkedExample[] = [
  {
    name: 'E5: first service',
    serviceType: 'api',
    nodes: {
      s: ['user read-match'],
      's/r1': ['user write-match', 'group read'],
      's/r1/r2': ['user read-deny-match', 'group read-deny'],
      's/r1/r2/r3': ['user write-match'],
    },
    expected: {
      s: { read: 'A user', write: 'D' },
      's/r1': { read: 'A group', write: 'A user' },
      's/r1/r2': { read: 'D user', write: 'D' },
      's/r1/r2/r3': { read: 'D group', write: 'A user' },
    },
  },
  {
    name: 'E5: second service',
    serviceType: 'api',
    nodes: {
      s: [],
      's/r4': ['user write-match', 'group write-deny'],
      's/r4/r5': ['user read', 'group read-deny-match'],
      's/r4/r5/r6': ['user write-match'],
    },
    expected: {
      s: { read: 'D', write: 'D' },
      's/r4': { read: 'D', write: 'A user' },
      's/r4/r5': { read: 'A user', write: 'D group' },
      's/r4/r5/r6': { read: 'A user', write: 'A user' },
    },
  },
  {
    name: 'E5: third service',
    serviceType: 'api',
    nodes: {
      s: ['user write-deny-match', 'group write'],
      's/r7': [],
      's/r7/r8': ['group write-deny'],
      's/r7/r8/r9': ['user write'],
    },
    expected: {
      s: { read: 'D', write: 'D user' },
      's/r7': { read: 'D', write: 'A group' },
      's/r7/r8': { read: 'D', write: 'D group' },
      's/r7/r8/r9': { read: 'D', write: 'A user' },
    },
  },
];

const MISSING_CHILDREN: readonly WorkedExample[] = [
  {
    name: 'E6: a missing resource',
    serviceType: 'api',
    nodes: {
      s: ['user write-deny-match', 'group write'],
      's/sub': ['group read'],
      's/sub/sub': ['user read-deny'],
      's/sub/sub/sub': ['user write', 'group write-deny-match'],
      's/sub/sub/sub/sub': ['user write-deny-match'],
    },
    expected: {
      s: { read: 'D', write: 'D user' },
      's/sub': { read: 'A group', write: 'A group' },
      's/sub/sub': { read: 'D user', write: 'A group' },
      's/sub/sub/sub': { read: 'D user', write: 'A user' },
      's/sub/sub/sub/sub': { read: 'D user', write: 'D user' },
      's/sub/sub/sub/sub/sub': { read: 'D user', write: 'A user' },
    },
  },
  {
    name: 'E7: unspecified children and the public group',
    serviceType: 'api',
    nodes: {
      a: ['user read-match', 'public write'],
      'a/r1': ['public read-deny'],
      'a/r1/r2': ['g1 write', 'g2 read', 'public write-deny'],
      'a/r1/r2/r3': ['user write-deny-match'],
      'a/r4': ['g1 read-deny', 'g2 read', 'public write-deny'],
      'a/r4/r5': ['g2 read'],
    },
    expected: {
      a: { read: 'A user', write: 'A public' },
      'a/r1': { read: 'D public', write: 'A public' },
      'a/r1/missing': { read: 'D public', write: 'A public' },
      'a/r1/r2': { read: 'A g2', write: 'A g1' },
      'a/r1/r2/missing': { read: 'A g2', write: 'A g1' },
      'a/r1/r2/r3': { read: 'A g2', write: 'D user' },
      'a/r1/r2/r3/missing': { read: 'A g2', write: 'A g1' },
      'a/r4': { read: 'D g1', write: 'D public' },
      'a/r4/r5': { read: 'A g2', write: 'D public' },
    },
  },
];

const E8_ROWS: readonly (readonly [string[], string])[] = [
  [['user access'], 'A user'],
  [['group access-match'], 'A group'],
  [['group access-deny-match'], 'D group'],
  [['group access-deny'], 'D group'],
  [['user access', 'group access-deny-match'], 'A user'],
  [[], 'D'],
];

const accessService = E8_ROWS.map(([rules, access], index): WorkedExample => ({
  name: `E8: row ${index + 1}`,
  serviceType: 'access',
  nodes: { s: rules },
  expected: { s: { access } },
}));

export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  ...twoRules(),
  ...progressive,
  ...ALTERNATING,
  ...MIXED_TREES,
  ...MISSING_CHILDREN,
  ...accessService,
];

/** What E2 shows as `inherited` and `resolve` on its target, step by step: the rules on the target, and the outcome. */
export const LOCAL_VIEWS: readonly (readonly [rules: string[], inherited: number, resolved: string[]])[] = [
  [['public read-deny-match'], 1, ['read-deny-match public']],
  [['public read-deny-match', 'g1 read-match'], 2, ['read-allow-match g1']],
  [['public read-deny-match', 'g1 read-match', 'g2 read'], 3, ['read-allow-recursive g2']],
  [E2_SIX, 3, ['read-deny-match g1']],
  [[...E2_SIX, 'user read-match'], 4, ['read-allow-match user']],
  [E2_NINE, 5, ['read-allow-match user', 'write-deny-match g1']],
  [[...E2_NINE, 'g2 write-deny-match'], 6, ['read-allow-match user', 'write-deny-match multiple']],
];
