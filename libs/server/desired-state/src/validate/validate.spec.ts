import { lineOf } from '../message';
import { readUploaded } from '../read/read-sections';
import { readConfiguration } from '../read/read-sections';
import { type Validated, validate } from './validate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function validated(...texts: string[]): Validated & { readonly lines: string[] } {
  const { entries, messages } = readUploaded(texts.map((text, at) => ({ name: `${at}.yml`, text })));
  const found = validate(entries, { hooks: 'require' });
  const all = [...messages, ...found.messages];
  return { ...found, messages: all, lines: all.map((one) => `${one.severity} ${lineOf(one)}`) };
}

const SERVICE = 'type: api, url: "http://localhost"';

describe('the desired state of files', () => {
  it('has the services, groups, users and permissions of all files', () => {
    const { state, lines } = validated(
      `providers: {catalog: {url: "http://data:8083/thredds", type: thredds, sync_type: thredds, title: x, public: yes, c4i: no}}
groups: [{name: scientists, description: Research staff, discoverable: true}]`,
      `users: [{username: jane, email: jane@example.org, group: scientists}, {username: bob}]
permissions:
  - {service: catalog, permission: browse-allow-match, group: anonymous, action: create}
  - {service: catalog, resource: /birdhouse/data.nc, type: directory/file, permission: {name: read}, user: jane, group: scientists}
  - {service: catalog, resource: a/b/, type: directory, permission: READ-DENY, user: bob, action: remove}`,
    );
    expect(lines).toEqual([]);
    expect(state.services).toMatchObject([
      {
        name: 'catalog',
        url: 'http://data:8083/thredds',
        syncType: 'thredds',
        configuration: null,
        proxy: undefined,
      },
    ]);
    expect([...state.groups.values()]).toMatchObject([
      { name: 'scientists', description: 'Research staff', discoverable: true, terms: undefined },
    ]);
    expect([...state.users.values()]).toMatchObject([
      { name: 'jane', email: 'jane@example.org', group: 'scientists', password: undefined },
      { name: 'bob', email: 'bob@mail.com', group: undefined },
    ]);
    expect(state.permissions).toMatchObject([
      {
        service: 'catalog',
        segments: [],
        permission: { name: 'browse', access: 'allow', scope: 'match' },
        group: 'anonymous',
        action: 'create',
      },
      { segments: ['birdhouse', 'data.nc'], types: ['directory', 'file'], user: 'jane', group: 'scientists' },
      {
        segments: ['a', 'b'],
        types: ['directory', 'directory'],
        permission: { access: 'deny', scope: 'recursive' },
        action: 'remove',
      },
    ]);
  });

  it('may have empty sections, empty files, and sections of other programs', () => {
    const { state, lines } = validated('providers:\nusers: ~\npermissions: []', '', 'x-anchors: {a: 1}');
    expect(lines).toEqual([]);
    expect(state).toMatchObject({ services: [], permissions: [] });
  });

  it('has the last of several entries of one name', () => {
    const { state, lines } = validated(
      `providers: {a: {${SERVICE}}}\nusers: [{username: x, email: a@b.org}]`,
      `providers: {a: {${SERVICE.replace('localhost', 'other')}}}\nusers: [{username: x, email: c@d.org}]`,
    );
    expect(state.services.map(({ url }) => url)).toEqual(['http://other']);
    expect(state.users.get('x')?.email).toBe('c@d.org');
    expect(lines).toEqual([
      'warning 0.yml:1:13: providers.a: This entry of a has no effect: 1.yml, line 1, replaces it. (configuration_entry_replaced) Remove the entries that have no effect.',
      expect.stringMatching(/^warning 0\.yml:2:9: users\[0\]: This entry of x has no effect: 1\.yml, line 2/),
    ]);
  });

  it.each([
    ['[]', 'refused 0.yml:1:1: 0.yml must be an object with sections.'],
    ['providers: []', 'refused 0.yml:1:12: providers: providers must be an object.'],
    [`providers: {yes: {${SERVICE}}}`, 'refused 0.yml:1:13: providers: The name of a service must be text.'],
    ['users: {}', 'refused 0.yml:1:8: users: users must be a list.'],
    ['premissions: []', 'ignored 0.yml:1:1: premissions: There is no section premissions.'],
    ['providers: {a: 5}', 'refused 0.yml:1:16: providers.a: providers.a must be an object with fields.'],
    ['providers: {a: {type: api}}', 'refused 0.yml:1:16: providers.a.url: url is missing.'],
    [
      'providers: {a: {type: apis, url: "http://a"}}',
      'refused 0.yml:1:23: providers.a.type: type must be access, api,',
    ],
    [
      `providers: {a: {${SERVICE}, urls: x}}`,
      'refused 0.yml:1:53: providers.a.urls: There is no field urls.',
    ],
    [
      'providers: {a: {type: api, url: "ftp://a"}}',
      'refused 0.yml:1:33: providers.a.url: Invalid value for service_url.',
    ],
    [
      `providers: {a: {${SERVICE}, public: 5}}`,
      'refused 0.yml:1:61: providers.a.public: public must be true or false.',
    ],
    [`providers: {a/b: {${SERVICE}}}`, 'refused 0.yml:1:18: providers.a/b: '],
    [
      `providers: {a: {${SERVICE}, hooks: [{type: request}]}}`,
      'warning 0.yml:1:60: providers.a.hooks: The hooks of the service a',
    ],
    ['users: [{username: a, kind: service, password: x}]', 'skipped 0.yml:1:48: users[0].password: '],
    ['resources: [{path: /a}]', 'skipped 0.yml:1:13: resources[0].service: service is missing.'],
    ['resources: [{service: a, path: /a//b}]', 'skipped 0.yml:1:32: resources[0].path: '],
    ['groups: [{}]', 'skipped 0.yml:1:10: groups[0].name: name is missing.'],
    ['groups: [{name: 5}]', 'skipped 0.yml:1:17: groups[0].name: name must be text.'],
    ['groups: [{name: a, terns: x}]', 'ignored 0.yml:1:20: groups[0].terns: There is no field terns.'],
    ['users: [5]', 'skipped 0.yml:1:9: users[0]: users[0] must be an object with fields.'],
    [
      'users: [{username: a, groups: [5]}]',
      'skipped 0.yml:1:31: users[0].groups: groups must be a list of texts.',
    ],
    [
      'users: [{username: a, create: never}]',
      'skipped 0.yml:1:31: users[0].create: create must be when-used or always.',
    ],
    [
      'permissions: [{service: a, user: x}]',
      'skipped 0.yml:1:15: permissions[0].permission: permission is missing.',
    ],
    [
      'permissions: [{service: a, permission: read}]',
      'skipped 0.yml:1:15: permissions[0]: The entry has neither user nor group.',
    ],
    [
      'permissions: [{service: a, permission: reed, user: x}]',
      'skipped 0.yml:1:40: permissions[0].permission: ',
    ],
    [
      'permissions: [{service: a, permission: read, user: x, action: drop}]',
      'skipped 0.yml:1:63: permissions[0].action: action must be create or remove.',
    ],
    [
      'permissions: [{service: a, permission: read, user: x, resource: a//b}]',
      'skipped 0.yml:1:65: permissions[0].resource: resource must be a path of names',
    ],
    [
      'permissions: [{service: a, permission: read, user: x, resource: a/b/c, type: x/y}]',
      'skipped 0.yml:1:78: permissions[0].type: type has 2 segments, resource has 3.',
    ],
  ])('%s is reported with its place', (text, line) => {
    const { lines } = validated(text);
    expect(lines).toEqual([expect.stringContaining(line)]);
    expect(lines[0]?.startsWith(line)).toBe(true);
  });

  it.each([
    ['a/b', ['a', 'b']],
    ['//a/b///', ['a', 'b']],
    ['///', []],
  ])('reads the path %s without the slashes at its ends', (path, segments) => {
    const { state, lines } = validated(
      `permissions: [{service: x, permission: read, user: x, resource: ${path}, type: ${path}}]`,
    );
    expect(lines).toEqual([]);
    expect(state.permissions).toMatchObject([{ segments }]);
  });

  it('leaves out entries with problems, and keeps the others', () => {
    const { state, lines } = validated(
      'permissions: [5, {service: a, permission: read, user: x}, {service: a}]\nusers: [{username: x}, {}]',
    );
    expect(state.permissions).toHaveLength(1);
    expect([...state.users.keys()]).toEqual(['x']);
    expect(lines).toHaveLength(3);
  });

  it('reports a thousand mistakes, each with its line', () => {
    const mistakes = [
      '{}',
      '5',
      '{service: a, permission: none, user: x}',
      '{service: a, permission: read, usr: x}',
    ];
    const entries = Array.from({ length: 1_000 }, (_, at) => `  - ${mistakes[at % mistakes.length]}`);
    const { state, messages } = validated(`permissions:\n${entries.join('\n')}`);
    expect(state.permissions).toEqual([]);
    const lines = messages
      .filter(({ severity }) => severity === 'skipped')
      .map(({ position }) => position?.line);
    expect([...new Set(lines)]).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2));
  });

  it('is reported without the values of variables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'validate-'));
    try {
      const path = join(folder, 'a.yml');
      writeFileSync(path, 'providers: {"${NAME}": {type: "${TYPE}", url: "http://a"}}');
      const { entries } = readConfiguration([{ path, sections: ['providers'], required: [] }], {
        NAME: 'hidden-name',
        TYPE: 'hidden-type',
      });
      const { messages } = validate(entries, { hooks: 'require' });
      expect(messages).toHaveLength(1);
      expect(JSON.stringify(messages)).not.toContain('hidden');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
