import { parse } from 'yaml';
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
