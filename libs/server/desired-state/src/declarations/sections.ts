import { ACCESSES, SCOPES } from '@gatehouse/access-engine';
import { GROUP_TABLE, NODE_TABLE, SERVICE_TABLE, USER_TABLE } from '@gatehouse/directory';
import { SERVICE_TYPE_NAMES } from '@gatehouse/service-types';
import { type SectionDeclaration, fieldsOfTable } from './section';

/** Whether a user or group is created although no permission names it. */
const CREATE = {
  type: 'text',
  choices: ['when-used', 'always'],
  isExtension: true,
  about: 'always: it is created although no entry of `permissions` names it. Default: when-used.',
} as const;

/** The services, by their names. */
const providers = {
  form: 'mapping',
  about: 'Services by their names. Existing ones are changed to what their entry says; others are kept.',
  unknownField: 'refused',
  fields: {
    ...fieldsOfTable(SERVICE_TABLE, {
      type: { required: true, choices: SERVICE_TYPE_NAMES, about: 'Type of the service.' },
      url: { required: true, about: 'Address at which the proxy reaches the service, with http or https.' },
      sync_type: { about: 'Type of synchronization. Default: none.' },
      configuration: { about: 'Configuration as its type knows it. Default: none.' },
      synchronization: {
        isExtension: true,
        about: 'How the service is kept in step with the real one; without this field, it is not changed.',
      },
      proxy: { isExtension: true, about: 'Options of the proxy; without this field, they are not changed.' },
    }),
    resources: {
      type: 'list',
      isExtension: true,
      about:
        'Resources that exist besides those that `permissions` name: objects with path, type and display_name.',
    },
    hooks: { type: 'list', about: 'Hooks in Python, which are not executed (`SVC_CONFIG_HOOKS`).' },
    title: { type: 'text', about: 'For portals; not used.' },
    public: { type: 'flag', about: 'For portals; not used.' },
    c4i: { type: 'flag', about: 'For portals; not used.' },
  },
} as const satisfies SectionDeclaration;

const users = {
  form: 'list',
  about: 'Users that are created when a permission names them. Existing ones are not changed.',
  unknownField: 'ignored',
  fields: {
    ...fieldsOfTable(USER_TABLE, {
      username: { required: true, about: 'Name of the user.' },
      email: {
        about:
          'Email address; an empty text for none. Default: the name followed by @mail.com; of programs none.',
      },
      password: {
        about: 'Password of a new user. Without it, nobody can sign in before an administrator sets one.',
      },
      kind: {
        isExtension: true,
        choices: ['person', 'service'],
        about:
          'service: an account of a program, which has neither a password nor a sign-in. Default: person.',
      },
      // Who has created an account is in the audit log.
      created_by: 'not in files',
      locale: { isExtension: true, choices: ['en', 'fr'], about: 'Language of mails. Default: en.' },
    }),
    group: { type: 'text', about: 'Group that a new user joins. Default: only the anonymous group.' },
    groups: {
      type: 'list',
      isExtension: true,
      about: 'Groups that the user is a member of; missing memberships are added, also of existing users.',
    },
    create: CREATE,
  },
} as const satisfies SectionDeclaration;

const groups = {
  form: 'list',
  about: 'Groups that are created when a permission or a user names them. Existing ones are not changed.',
  unknownField: 'ignored',
  fields: {
    ...fieldsOfTable(GROUP_TABLE, {
      name: { required: true, about: 'Name of the group.' },
      description: { about: 'Description. Default: empty.' },
      discoverable: { about: 'Whether signed-in users see the group and may join it. Default: false.' },
      terms: { about: 'Terms that users accept before they join. Default: none.' },
    }),
    create: CREATE,
  },
} as const satisfies SectionDeclaration;

const permissions = {
  form: 'list',
  about: 'Permissions that are set or removed, in the order of the files.',
  unknownField: 'ignored',
  fields: {
    service: { type: 'text', required: true, about: 'Name of the service.' },
    permission: {
      type: 'text or object',
      required: true,
      about: `Name, access (${ACCESSES.join(', ')}) and scope (${SCOPES.join(', ')}): read-deny-match, or an object with them.`,
    },
    resource: {
      type: 'text',
      about:
        'Path of the resource below the service, /a/b; names or identifiers. Default: the service itself.',
    },
    type: {
      type: 'text',
      about: 'Type of the resources that are created: one for all, or one for each segment, directory/file.',
    },
    user: { type: 'text', about: 'User that has the permission. This, `group`, or both.' },
    group: { type: 'text', about: 'Group that has the permission.' },
    action: {
      type: 'text',
      choices: ['create', 'remove'],
      about:
        'create sets the permission, in the place of the one of its name; remove removes it. Default: create.',
    },
  },
} as const satisfies SectionDeclaration;

/** Fields of an entry of `resources` of a service. */
export const RESOURCE_FIELDS = {
  path: {
    type: 'text',
    required: true,
    isExtension: true,
    about: 'Path of the resource below the service, /a/b.',
  },
  type: { type: 'text', isExtension: true, about: 'As in `permissions`.' },
  display_name: { type: 'text', isExtension: true, about: 'Name that people see. Default: the name.' },
} as const;

const resources = {
  form: 'list',
  about: 'Resources that exist besides those that `providers` and `permissions` name.',
  unknownField: 'ignored',
  fields: {
    service: { type: 'text', required: true, isExtension: true, about: 'Name of the service.' },
    ...RESOURCE_FIELDS,
  },
} as const satisfies SectionDeclaration;

const nodes = {
  form: 'list',
  about: 'Other instances. Existing ones are changed to what their entry says; others are kept.',
  unknownField: 'refused',
  fields: {
    ...fieldsOfTable(NODE_TABLE, {
      name: { required: true, isExtension: true, about: 'Name of the instance.' },
      base_url: { required: true, isExtension: true, about: 'Address of the instance.' },
      jwks_url: { required: true, isExtension: true, about: 'Address of its key set.' },
      token_url: { required: true, isExtension: true, about: 'Address that issues its tokens.' },
      authorization_url: {
        required: true,
        isExtension: true,
        about: 'Address at which its users agree to link their accounts.',
      },
      redirect_uris: 'not in files',
    }),
    redirect_uris: {
      type: 'list',
      isExtension: true,
      about: 'Addresses that users may be led back to. Default: none.',
    },
  },
} as const satisfies SectionDeclaration;

/** The sections that are declared here. Those of webhooks, identity providers and hooks are declared by their libraries. */
export const SECTIONS = { providers, users, groups, resources, permissions, nodes } as const;

/** All names of sections, in the order in which they are applied. */
export const SECTION_NAMES = [
  'providers',
  'groups',
  'users',
  'resources',
  'permissions',
  'webhooks',
  'identity_providers',
  'nodes',
  'proxy_hooks',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** The sections whose entries have names; those of the others are lists. */
export const MAPPINGS = ['providers', 'proxy_hooks'] as const satisfies readonly SectionName[];

/** The sections that starts apply, and requests do not. */
export const START_SECTIONS = [
  'webhooks',
  'identity_providers',
  'nodes',
  'proxy_hooks',
] as const satisfies readonly SectionName[];
