import { type StateFixture, openState, stateOf } from '../state.fixture';

/** Sequences and their length; `npm run test:long` has more. */
const SEQUENCES = Number(process.env['RANDOM_SEQUENCES'] ?? 2);
const STEPS = 30;

const SETS = ['a', 'b'];
const USERS = ['u0', 'u1'];
const GROUPS = ['g0', 'g1'];
const SERVICES = ['s0', 's1'];
const PATHS = ['', '/r', '/r/x'];

/** What files say, and what follows from it: the lines of the contents that name each thing. */
interface Files {
  readonly text: string;
  readonly named: ReadonlyMap<string, string>;
}

/** What the test knows of a thing that exists: who has made it, as what a set has left it, and whether other sets have named it. */
interface Known {
  maker: string;
  left: string;
  readonly setsThatNamed: Set<string>;
}

/** A generator of numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The key of a line of the contents; of a permission without its modifiers, of an object its kind and name. */
function keyOf(line: string): string | undefined {
  const [kind = '', ...words] = line.split(' ');
  if (kind === 'permission') return [kind, ...words.slice(0, 3), words[3]?.split('-')[0]].join(' ');
  if (kind === 'member') return words[1] === 'anonymous' ? undefined : line;
  return `${kind} ${words[0]}`;
}

/** The keys of what a thing is at, of or below: it ends with each of them. */
function supportsOf(key: string): string[] {
  const [kind, first = '', second, third] = key.split(' ');
  const above = (path: string): string[] => {
    const [service, ...names] = path.split('/');
    return [
      `service ${service}`,
      ...names.map((_, index) => `resource ${[service, ...names.slice(0, index + 1)].join('/')}`),
    ];
  };
  if (kind === 'member') return [`user ${first}`, `group ${second}`];
  if (kind === 'permission') return [...above(first), `${second} ${third}`];
  return kind === 'resource' ? above(first).filter((one) => one !== key) : [];
}

function randomFiles(random: () => number): Files {
  const named = new Map<string, string>();
  const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => random() < share);
  const services = some(SERVICES, 0.7);
  const users = some(USERS, 0.6).map((name) => ({ name, groups: some(GROUPS, 0.5) }));
  const groups = new Set(users.flatMap((user) => user.groups));
  const permissions = some(
    services.flatMap((service) =>
      PATHS.flatMap((path) =>
        [...USERS.map((name) => `user ${name}`), ...GROUPS.map((name) => `group ${name}`)].map((who) => ({
          service,
          path,
          who,
        })),
      ),
    ),
    0.25,
  ).map((one) => ({ ...one, access: random() < 0.3 ? 'deny' : 'allow' }));
  for (const service of services) named.set(`service ${service}`, '');
  for (const { name, groups: joined } of users) {
    named.set(`user ${name}`, '');
    for (const group of joined) named.set(`member ${name} ${group}`, '').set(`group ${group}`, '');
  }
  for (const { service, path, who, access } of permissions) {
    const key = `permission ${service}${path} ${who} read`;
    named.set(key, `permission ${service}${path} ${who} read-${access}-recursive`);
    for (const support of supportsOf(key)) named.set(support, '');
  }
  const text = JSON.stringify({
    providers: Object.fromEntries(services.map((name) => [name, { url: `http://${name}`, type: 'api' }])),
    groups: [...groups].map((name) => ({ name })),
    users: users.map(({ name, groups: joined }) => ({ username: name, groups: joined, create: 'always' })),
    permissions: permissions.map(({ service, path, who, access }) => {
      const [kind = '', name] = who.split(' ');
      return { service, ...(path && { resource: path }), [kind]: name, permission: `read-${access}` };
    }),
  });
  return { text, named };
}

describe('file sets under random applications, prunes, and changes of persons', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  const lines = async (): Promise<Map<string, string>> =>
    new Map(
      (await fixture.contents()).flatMap((line): [string, string][] => {
        const key = keyOf(line);
        return key === undefined ? [] : [[key, line]];
      }),
    );

  /** A person creates, changes or deletes something by the directory. */
  async function person(random: () => number): Promise<void> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const { directory } = fixture;
    const keys = [...(await lines()).keys()];
    if (random() < 0.5 || keys.length === 0) {
      // Written as files that belong to no set, which is what other ways of creating things amount to.
      await fixture.apply(randomFiles(() => (random() < 0.5 ? 0.1 : random())).text);
      return;
    }
    const [kind, first = '', second = '', third = ''] = pick(keys).split(' ');
    if (kind === 'user')
      await directory.users.delete(await directory.users.byName(first), { byKeyword: false });
    if (kind === 'group') await directory.groups.delete(await directory.groups.byName(first));
    if (kind === 'service') await directory.services.delete(await directory.services.byName(first));
    if (kind === 'member')
      await directory.memberships.leave(
        await directory.users.byName(first),
        await directory.groups.byName(second),
      );
    if (kind === 'resource' || kind === 'permission') {
      const [service = '', ...path] = first.split('/');
      const stored = await directory.services.byName(service);
      const node = path.length === 0 ? undefined : (await directory.resources.alongPath(stored, path)).at(-1);
      if (kind === 'resource') await directory.resources.delete(node!);
      else {
        const target = {
          id: node?.id ?? stored.id,
          name: first,
          displayName: first,
          type: node?.type ?? ('service' as const),
          serviceType: stored.type,
        };
        const { id } =
          second === 'user' ? await directory.users.byName(third) : await directory.groups.byName(third);
        await directory.permissions.revoke({ kind: second as 'user' | 'group', id, name: third }, target, {
          name: 'read',
          access: 'allow',
          scope: 'recursive',
        });
      }
    }
  }

  it.each(Array.from({ length: SEQUENCES }, (_, at) => at + 1))(
    'exist as they state, remove all that is theirs alone, and nothing of others (sequence %i)',
    async (seed) => {
      const random = generator(seed);
      const known = new Map<string, Known>();
      /** The last files of each set. */
      const stated = new Map<string, ReadonlyMap<string, string>>();
      const counts = { removed: 0, kept: 0 };
      for (let step = 0; step < STEPS; step += 1) {
        const before = await lines();
        if (random() < 0.4) {
          await person(random);
          const after = await lines();
          for (const key of before.keys()) if (!after.has(key)) known.delete(key);
          for (const [key, line] of after)
            if (!before.has(key)) known.set(key, { maker: 'person', left: line, setsThatNamed: new Set() });
          continue;
        }
        const name = SETS[Math.floor(random() * SETS.length)] ?? 'a';
        const prune =
          (['none', 'assignments', 'objects', 'objects'] as const)[Math.floor(random() * 4)] ?? 'none';
        const files = random() < 0.2 ? { text: '{}', named: new Map<string, string>() } : randomFiles(random);
        // What was removed and made again, sets that have named it before may name, or not: its objects are others.
        const named = SETS.filter((one) => one !== name).map((one) => ({
          set: one,
          keys: stated.get(one) ?? new Map<string, string>(),
        }));
        await fixture.application(random() < 0.3 ? 3 : undefined).apply(stateOf(files.text).state, {
          isStrict: true,
          allowGain: true,
          set: { name, prune, adopt: false },
        });
        const after = await lines();
        const context = `sequence ${seed}, step ${step}: set ${name}, prune ${prune}`;
        for (const [key, line] of files.named)
          expect([context, key, line === '' ? after.has(key) : after.get(key)]).toEqual([
            context,
            key,
            line === '' ? true : line,
          ]);
        const isOnlyOurs = (key: string): boolean => {
          const one = known.get(key);
          return (
            one?.maker === name &&
            one.left === before.get(key) &&
            !named.some(({ keys }) => keys.has(key)) &&
            [...one.setsThatNamed].every((set) => set === name)
          );
        };
        const isAssignment = (key: string): boolean => /^(?:permission|member) /.test(key);
        for (const key of before.keys()) {
          const one = known.get(key)!;
          const isNamed = files.named.has(key);
          const dependents = [...before.keys()].filter((other) => supportsOf(other).includes(key));
          const isRemovable =
            !isNamed &&
            isOnlyOurs(key) &&
            dependents.every((other) => isOnlyOurs(other) && !files.named.has(other));
          const mustGo =
            isRemovable && (prune === 'objects' || (prune === 'assignments' && isAssignment(key)));
          const mustStay =
            isNamed ||
            prune === 'none' ||
            one.maker === 'person' ||
            named.some(({ set, keys }) => keys.has(key) && one.setsThatNamed.has(set)) ||
            one.left !== before.get(key) ||
            (prune === 'assignments' && !isAssignment(key));
          if (mustGo) expect([context, key, after.has(key)]).toEqual([context, key, false]);
          if (mustStay) expect([context, key, after.has(key)]).toEqual([context, key, true]);
          counts[after.has(key) ? 'kept' : 'removed'] += 1;
          if (!after.has(key)) known.delete(key);
          // It was offered to prune, which leaves it to the person.
          else if (one.left !== before.get(key) && !isNamed && one.maker === name && prune !== 'none')
            one.maker = 'person';
          // A set has said what it is to be.
          else if (before.get(key) !== after.get(key) || (isNamed && one.maker === name))
            one.left = after.get(key) ?? '';
        }
        for (const key of after.keys())
          if (!before.has(key)) {
            expect([context, key, files.named.has(key)]).toEqual([context, key, true]);
            known.set(key, { maker: name, left: after.get(key) ?? '', setsThatNamed: new Set([name]) });
          }
        for (const key of files.named.keys()) known.get(key)?.setsThatNamed.add(name);
        stated.set(name, files.named);
      }
      expect(Math.min(counts.removed, counts.kept)).toBeGreaterThan(5);
    },
  );
});
