import { type StateFixture, openState } from './state.fixture';

/** Entries of a file; a setting raises it for longer runs. */
const ENTRIES = Number(process.env['SVC_TEST_CONFIGURATION_ENTRIES'] ?? 2_000);
const USERS = ENTRIES / 20;

describe('a file with many entries', () => {
  let fixture: StateFixture;
  beforeAll(async () => {
    fixture = await openState();
  });
  afterAll(() => fixture.database.drop());

  const entries = (entry: (at: number) => string): string =>
    Array.from({ length: ENTRIES }, (_, at) => `  - ${entry(at)}\n`).join('');

  it('is applied whole, and then changes nothing', async () => {
    const text = `providers: {s: {url: "http://s", type: api}}\npermissions:\n${entries(
      (at) => `{service: s, resource: /r${Math.floor(at / USERS)}, permission: read, user: u${at % USERS}}`,
    )}`;
    expect(await fixture.apply(text, true)).toEqual([]);
    const contents = await fixture.contents();
    const count = (kind: string) => contents.filter((line) => line.startsWith(`${kind} `)).length;
    expect([count('user'), count('resource'), count('permission')]).toEqual([USERS, 20, ENTRIES]);
    const revision = await fixture.revision();
    expect(await fixture.plan(text)).toEqual({ changes: [], lines: [] });
    expect(await fixture.apply(text, true)).toEqual([]);
    expect(await fixture.revision()).toBe(revision);
  }, 1_200_000);

  it('that are all wrong has a message for each, and changes nothing', async () => {
    const before = await fixture.contents();
    const revision = await fixture.revision();
    const wrong = [
      '{service: nowhere, permission: read, user: u0}',
      '{service: s, permission: getmap, user: u0}',
      '{service: s, permission: read, group: "bad name!"}',
      '{service: s, permission: read, user: u0, resource: /a//b}',
    ];
    const lines = await fixture.apply(`permissions:\n${entries((at) => String(wrong[at % wrong.length]))}`);
    expect(lines).toHaveLength(ENTRIES);
    // Each with its line, whatever found it.
    const places = lines.map((line) => Number(/^skipped a\.yml:(\d+):\d+: permissions\[/.exec(line)?.[1]));
    expect(new Set(places)).toEqual(new Set(Array.from({ length: ENTRIES }, (_, at) => at + 2)));
    expect([await fixture.revision(), await fixture.contents()]).toEqual([revision, before]);
  }, 1_200_000);
});
