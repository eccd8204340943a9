import { UnitOfWork, createDataSource } from '@gatehouse/database';
import { type DirectoryFixture, openDirectory } from '../principals.fixture';
import { parseToken, tokenOf } from './link-token';
import { OneTimeLinks } from './one-time-links';

const KEY = Buffer.alloc(32, 7);
const SETTINGS = { publicUrl: 'https://host.example/gate', tokenExpire: 60 };

describe('the token of a one-time link', () => {
  it('is a UUID of version 4 in lower case', () => {
    expect(tokenOf(KEY, 'an id')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('depends on the id and on the key', () => {
    const tokens = [tokenOf(KEY, 'a'), tokenOf(KEY, 'b'), tokenOf(Buffer.alloc(32, 8), 'a')];
    expect(new Set(tokens).size).toBe(3);
    expect(tokenOf(KEY, 'a')).toBe(tokens[0]);
  });

  it.each([
    'urn:uuid:0b1c2d3e-4f50-4a61-8b72-9c83ad94be05',
    '{0b1c2d3e-4f50-4a61-8b72-9c83ad94be05}',
    '0b1c2d3e4f504a618b729c83ad94be05',
  ])('is read as %s', (spelling) => {
    expect(parseToken(spelling)).toBe('0b1c2d3e-4f50-4a61-8b72-9c83ad94be05');
  });

  it.each(['0B1C2D3E-4F50-4A61-8B72-9C83AD94BE05', '', 'abc', '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05\n'])(
    'is not read as %j',
    (spelling) => {
      expect(parseToken(spelling)).toBeUndefined();
    },
  );
});

describe('OneTimeLinks', () => {
  let fixture: DirectoryFixture;
  let unitOfWork: UnitOfWork;
  let links: OneTimeLinks;
  let userId: number;
  beforeAll(async () => {
    fixture = await openDirectory();
    unitOfWork = new UnitOfWork(fixture.database.dataSource);
    links = new OneTimeLinks(unitOfWork, KEY, SETTINGS);
    await fixture.directory.defaultIdentities.ensure('the chief signs in');
  });
  afterAll(() => fixture.database.drop());
  beforeEach(async () => {
    userId = await newUser();
  });

  let count = 0;
  async function newUser(): Promise<number> {
    const name = `user${++count}`;
    const user = await fixture.directory.users.create({
      name,
      email: `${name}@example.org`,
      password: 'a password of the tests',
    });
    return user.id;
  }
  const newLink = (lifetimeSeconds?: number, id = userId): Promise<string> =>
    unitOfWork.run(() =>
      links.create({
        operation: 'user-password-reset',
        userId: id,
        data: { reason: 'test' },
        ...(lifetimeSeconds === undefined ? {} : { lifetimeSeconds }),
      }),
    );
  const tokenIn = (id: string): string => links.addressOf(id).split('/').at(-1) ?? '';
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no error',
      (error: { errorCode?: string; message: string }) => error.errorCode ?? error.message,
    );

  it('have URLs below the public base URL', async () => {
    expect(links.addressOf(await newLink())).toMatch(/^https:\/\/host\.example\/gate\/tmp\/[0-9a-f-]{36}$/);
  });

  it('stores neither the token nor anything that it can be computed from', async () => {
    const id = await newLink();
    const [row] = await fixture.database.dataSource.query(
      'SELECT to_jsonb(l)::text AS text FROM one_time_links l WHERE id = $1',
      [id],
    );
    expect(row.text).not.toContain(tokenIn(id));
    expect(row.text).not.toContain(tokenIn(id).replaceAll('-', ''));
  });

  it('refuses to create a link outside a unit of work', async () => {
    await expect(links.create({ operation: 'user-password-reset', userId })).rejects.toThrow('unit of work');
  });

  it('runs the operation once; the link is then unknown', async () => {
    const token = tokenIn(await newLink());
    const used = await links.redeem(token, async (link) => link);
    expect(used).toMatchObject({ operation: 'user-password-reset', userId, data: { reason: 'test' } });
    expect(await codeOf(links.redeem(token, async () => undefined))).toBe('link_not_found');
    expect(await codeOf(links.find(token))).toBe('link_not_found');
  });

  it('succeeds for one of 50 concurrent requests of several processes', async () => {
    const token = tokenIn(await newLink());
    const sources = await Promise.all(
      [1, 2].map(() => createDataSource({ url: fixture.database.url, poolSize: 5 }).initialize()),
    );
    const all = [links, ...sources.map((source) => new OneTimeLinks(new UnitOfWork(source), KEY, SETTINGS))];
    let runs = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf((all[index % all.length] ?? links).redeem(token, async () => void runs++)),
      ),
    );
    await Promise.all(sources.map((source) => source.destroy()));
    expect(runs).toBe(1);
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'link_not_found')).toHaveLength(49);
  });

  it('remains valid when the operation fails, which changes nothing', async () => {
    const token = tokenIn(await newLink());
    const failing = links.redeem(token, async () => {
      await unitOfWork.manager.query('UPDATE users SET locale = $2 WHERE id = $1', [userId, 'fr']);
      throw new Error('the operation failed');
    });
    await expect(failing).rejects.toThrow('the operation failed');
    expect((await fixture.directory.users.byId(userId)).locale).toBe('en');
    expect(await links.redeem(token, async () => 'done')).toBe('done');
  });

  it('expires; the reply is 410 while the link is kept, and 404 later', async () => {
    const id = await newLink();
    const age = (interval: string): Promise<unknown> =>
      fixture.database.dataSource.query(
        `UPDATE one_time_links SET expires_at = now() - interval '${interval}' WHERE id = $1`,
        [id],
      );
    await age('1 second');
    await links.removeExpired();
    expect(await codeOf(links.find(tokenIn(id)))).toBe('link_expired');
    expect(await codeOf(links.redeem(tokenIn(id), async () => undefined))).toBe('link_expired');
    await age('31 days');
    await links.removeExpired();
    expect(await codeOf(links.redeem(tokenIn(id), async () => undefined))).toBe('link_not_found');
  });

  it('is deleted with its user', async () => {
    const id = await newLink();
    await fixture.directory.users.delete(await fixture.directory.users.byId(userId), { byKeyword: false });
    expect(await codeOf(links.find(tokenIn(id)))).toBe('link_not_found');
  });

  it('does not work under another key', async () => {
    const token = tokenIn(await newLink());
    const others = new OneTimeLinks(unitOfWork, Buffer.alloc(32, 8), SETTINGS);
    expect(await codeOf(others.find(token))).toBe('link_not_found');
  });

  it('selects and deletes the valid links of what they are about', async () => {
    const [first, second] = [await newLink(), await newLink()];
    const expired = await newLink(0);
    const other = await newLink(undefined, await newUser());
    expect((await links.validLinks({ userId })).map(({ id }) => id)).toEqual([second, first]);
    expect(await links.validLinks({ userId, operation: 'user-email-change' })).toEqual([]);
    await unitOfWork.run(() => links.remove({ userId, operation: 'user-password-reset' }));
    expect(await codeOf(links.find(tokenIn(expired)))).toBe('link_not_found');
    expect((await links.find(tokenIn(other))).id).toBe(other);
  });
});
