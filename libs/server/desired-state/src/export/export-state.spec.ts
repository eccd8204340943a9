import { ContentsReader } from '@gatehouse/directory';
import { parse, stringify } from 'yaml';
import { type StateFixture, openState } from '../state.fixture';
import { readUploaded } from '../read/read-sections';
import { validate } from '../validate/validate';
import type { TextFile } from '../read/read-files';
import { type ExportedSection, type Omitted, StateExport } from './export-state';

interface Export {
  readonly files: readonly TextFile[];
  readonly omitted: Omitted;
}

const STATE = `
providers:
  "a:b": {url: "http://data:8083/thredds", type: thredds, sync_type: thredds, configuration: {file_patterns: ["x$"]}, proxy: {pages: trusted},
    resources: [{path: /empty, type: directory, display_name: "Nothing: yes"}]}
  "yes": {url: "http://maps/", type: geoserver}
groups:
  - {name: Research staff, description: "Line\\nwith: colon, 'quotes' and \\"more\\"", discoverable: true}
  - {name: "no", terms: Be kind, create: always}
users:
  - {username: jane, email: jane@example.org, groups: [Research staff, "no"], password: a long password, locale: fr}
  - {username: "123", create: always, email: ""}
  - {username: robot, create: always, kind: service}
  - {username: other, create: always, email: ""}
  - {username: admin, groups: [users]}
permissions:
  - {service: "a:b", permission: browse-allow-match, group: anonymous}
  - {service: "a:b", permission: write-deny, group: administrators}
  - {service: "a:b", resource: /Z/data.nc, type: directory/file, permission: read, user: jane, group: Research staff}
  - {service: "yes", resource: /topp/roads, type: workspace/layer, permission: getmap, user: jane}
`;

describe('an export', () => {
  let fixture: StateFixture;
  const opened: StateFixture[] = [];
  beforeEach(async () => {
    fixture = await open();
  });
  afterEach(async () => {
    for (const { database } of opened.splice(0)) await database.drop();
  });

  async function open(): Promise<StateFixture> {
    const another = await openState();
    opened.push(another);
    return another;
  }
  async function exported(
    { directory: { users, groups }, unitOfWork }: StateFixture,
    { rows, sections, ...options }: { rows?: number; sections?: ExportedSection[]; maxEntries?: number } = {},
  ): Promise<Export> {
    const contents = new ContentsReader(unitOfWork, rows);
    const parts: string[] = [];
    await new StateExport(contents, { users: users.rules, groups: groups.rules }, sections).write(
      async (part) => void parts.push(part),
      options,
    );
    const lines = parts
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const files = lines.slice(0, -1).map(({ name, content }) => ({ name, text: content }));
    return { files, omitted: lines.at(-1).omitted };
  }
  function read({ files }: Export) {
    const { entries, messages } = readUploaded(files);
    const found = validate(entries, { hooks: 'require' });
    expect([...messages, ...found.messages]).toEqual([]);
    return found.state;
  }

  it('leads to an empty plan', async () => {
    await fixture.apply(STATE, true);
    const plan = await fixture.planner.plan(read(await exported(fixture)));
    expect([plan.changes, plan.messages]).toEqual([[], []]);
  });

  it('is the same after it was applied to an empty instance, which has the same contents', async () => {
    await fixture.apply(STATE, true);
    const first = await exported(fixture);
    const other = await open();
    await other.application().apply(read(first), { isStrict: true });
    expect((await exported(other)).files).toEqual(first.files);
    const withoutPasswords = (lines: string[]): string[] =>
      lines.map((line) => line.replace('hash of a long password', 'without password'));
    expect(await other.contents()).toEqual(withoutPasswords(await fixture.contents()));
  });

  it('has all characters that texts may have, in a form that every parser of YAML reads', async () => {
    const codes = Array.from({ length: 0xc0 }, (_, code) => code + 1).concat([
      0x2028, 0x2029, 0xfeff, 0x1f600,
    ]);
    const groups = codes.flatMap((code) =>
      ['', 'a', 'a\n'].map((around, index) => ({
        name: `g${code}-${index}`,
        description: `${around}${String.fromCodePoint(code)}${around}`,
        discoverable: false,
        terms: undefined,
      })),
    );
    await fixture.unitOfWork.run(() => fixture.directory.groups.createAll(groups));
    const first = await exported(fixture);
    for (const { text } of first.files) expect(text).toMatch(/^[\t\n\x20-\x7e\xa0-\u2027\u{1f600}]*$/u);
    const other = await open();
    await other.application().apply(read(first), { isStrict: true });
    expect(await other.contents()).toEqual(await fixture.contents());
    expect((await exported(other)).files).toEqual(first.files);
  });

  it('has names of files that differ in more than case, without colons and numbers of others', async () => {
    const names = ['Maps', 'a:b', 'a.0002', 'a.b', 'maps'];
    await fixture.apply(
      JSON.stringify({
        providers: Object.fromEntries(names.map((name) => [name, { url: 'http://a', type: 'api' }])),
      }),
      true,
    );
    const { files } = await exported(fixture);
    expect(files.map(({ name }) => name)).toEqual([
      'principals.yml',
      'service-Maps.yml',
      'service-a%2E0002.yml',
      'service-a.b.yml',
      'service-a%3Ab.yml',
      'service-maps (2).yml',
    ]);
  });

  it('is sorted, has no secrets, and lists what has to be set again', async () => {
    await fixture.apply(STATE, true);
    const { files, omitted } = await exported(fixture);
    expect(files.map(({ name }) => name)).toEqual(['principals.yml', 'service-a%3Ab.yml', 'service-yes.yml']);
    expect(JSON.stringify(files)).not.toMatch(/password|hash/);
    expect(omitted).toEqual({
      passwords: ['jane'],
      webhook_secrets: [],
      identity_provider_secrets: [],
      variables: [],
    });
  });

  it('names the files in which a start would replace variables', async () => {
    await fixture.apply('groups: [{name: a, description: "costs $HOME", create: always}]', true);
    expect((await exported(fixture)).omitted.variables).toEqual(['principals.yml']);
  });

  it('is of one moment, whatever changes while it is read', async () => {
    await fixture.apply(STATE, true);
    const before = await exported(fixture);
    const read = jest.spyOn(ContentsReader.prototype, 'groups');
    read.mockImplementationOnce(function (this: ContentsReader) {
      const pages = this.groups();
      return (async function* () {
        yield* pages;
        resume();
        await isChanged;
      })();
    });
    let resume = (): void => undefined;
    const isReading = new Promise<void>((resolve) => {
      resume = resolve;
    });
    // Not in the transaction of the export.
    const isChanged = isReading.then(() =>
      fixture.apply(
        'providers: {late: {url: "http://l", type: api}}\nusers: [{username: late, create: always}]',
      ),
    );
    expect(await exported(fixture)).toEqual(before);
    read.mockRestore();
    expect(JSON.stringify(await exported(fixture))).toContain('late');
  });

  it('is divided into files that lead to the same state', async () => {
    await fixture.apply(STATE, true);
    const whole = await exported(fixture);
    const divided = await exported(fixture, { rows: 1, maxEntries: 2 });
    expect(divided.files.map(({ name }) => name)).toEqual([
      'principals.yml',
      'principals.0002.yml',
      'principals.0003.yml',
      'principals.0004.yml',
      'service-a%3Ab.yml',
      'service-a%3Ab.0002.yml',
      'service-a%3Ab.0003.yml',
      'service-a%3Ab.0004.yml',
      'service-yes.yml',
      'service-yes.0002.yml',
    ]);
    expect((await fixture.planner.plan(read(divided))).changes).toEqual([]);
    const other = await open();
    await other.application().apply(read(divided), { isStrict: true });
    expect(await exported(other)).toMatchObject({ files: whole.files });
    expect((await exported(other, { rows: 1, maxEntries: 2 })).files).toEqual(divided.files);
  });

  it('is the same as if each file were written as a whole', async () => {
    await fixture.apply(STATE, true);
    const { files } = await exported(fixture);
    for (const { text } of files)
      expect(stringify(parse(text, { version: '1.1' }), { version: '1.1', lineWidth: 0 })).toBe(text);
  });

  it('has the sections of other parts of the product, sorted, and the names of what has a secret', async () => {
    const sections: ExportedSection[] = [
      { section: 'webhooks', read: async () => ({ entries: [{ name: 'audit' }], withSecret: ['audit'] }) },
      { section: 'nodes', read: async () => ({ entries: [{ name: 'b' }], withSecret: [] }) },
      {
        section: 'identity_providers',
        read: async () => ({ entries: [{ name: 'x', client_secret: '${X}' }], withSecret: ['x'] }),
      },
    ];
    const { files, omitted } = await exported(fixture, { sections });
    expect(files.map(({ name }) => name)).toEqual([
      'identity_providers.yml',
      'nodes.yml',
      'principals.yml',
      'webhooks.yml',
    ]);
    expect(files.at(-1)?.text).toBe('webhooks:\n  - name: audit\n');
    expect(omitted).toEqual({
      passwords: [],
      webhook_secrets: ['audit'],
      identity_provider_secrets: ['x'],
      variables: ['identity_providers.yml'],
    });
  });
});
