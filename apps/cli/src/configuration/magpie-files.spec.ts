import { parse } from 'yaml';
import { magpieFile } from './magpie-files';

describe('a file of an export for Magpie', () => {
  it('has all sections that Magpie requires, and only the fields that it knows', () => {
    const text = magpieFile(`
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
    const text = magpieFile(
      'groups: [{ name: g, description: d, discoverable: true, create: always }]\nusers: [{ username: ada, email: a@example.org, groups: [g], create: always }]',
    );
    expect(parse(text)).toEqual({
      providers: {},
      permissions: [],
      users: [{ username: 'ada', email: 'a@example.org' }],
      groups: [{ name: 'g', description: 'd', discoverable: true }],
    });
  });
});
