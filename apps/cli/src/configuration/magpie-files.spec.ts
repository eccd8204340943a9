import { parse, stringify } from 'yaml';
import { magpieFile } from './magpie-files';

describe('a file of an export for Magpie', () => {
  it('has all sections that Magpie requires, and only the fields that it knows', () => {
    const { text } = magpieFile(`
providers:
  rivers:
    type: thredds
    url: http://thredds.example.org
    configuration: { skip_prefix: thredds }
    proxy: { suffixes: false }
    resources: [{ path: /birdhouse, type: directory }]
permissions:
  - { service: rivers, resource: /birdhouse, type: directory, permission: read-deny-match, user: ada, managed_by: x }
`);
    expect(parse(text)).toEqual({
      providers: {
        rivers: {
          type: 'thredds',
          url: 'http://thredds.example.org',
          configuration: { skip_prefix: 'thredds' },
        },
      },
      permissions: [
        {
          action: 'create',
          service: 'rivers',
          resource: '/birdhouse',
          type: 'directory',
          permission: 'read-deny-match',
          user: 'ada',
        },
      ],
      users: [],
      groups: [],
    });
  });

  it('has texts that a parser of YAML 1.1 reads as texts, as the export has them', () => {
    const names = ['yes', 'No', '0o17', '0x1F', '1_000', '1:30', '2026-01-01', 'null', '017'];
    const description = 'a\u007f\u0085\u2028b';
    const { text } = magpieFile(
      stringify(
        {
          providers: Object.fromEntries(names.map((name) => [name, { url: 'http://a', type: 'api' }])),
          groups: names.map((name) => ({ name, description })),
        },
        { version: '1.1' },
      ),
    );
    const read = parse(text, { version: '1.1' });
    expect(Object.keys(read.providers).sort()).toEqual([...names].sort());
    expect(read.groups).toEqual(names.map((name) => ({ name, description })));
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('keeps users and groups, without memberships', () => {
    const { text } = magpieFile(
      'groups: [{ name: g, description: d, discoverable: true, create: always }]\nusers: [{ username: ada, email: a@example.org, groups: [g], create: always }]',
    );
    expect(parse(text)).toEqual({
      providers: {},
      permissions: [],
      users: [{ username: 'ada', email: 'a@example.org' }],
      groups: [{ name: 'g', description: 'd', discoverable: true }],
    });
  });

  it('leaves out services of types that Magpie does not have, with their permissions, and names them', () => {
    const { text, services } = magpieFile(`
providers:
  rivers: { type: project-api, url: http://rivers.example.org }
  lakes: { type: api, url: http://lakes.example.org }
permissions:
  - { service: rivers, permission: read-allow-match, user: ada }
  - { service: lakes, permission: read-allow-match, user: ada }
`);
    expect(services).toEqual(['rivers']);
    expect(parse(text)).toMatchObject({
      providers: { lakes: { type: 'api', url: 'http://lakes.example.org' } },
      permissions: [{ action: 'create', service: 'lakes' }],
    });
  });
});
