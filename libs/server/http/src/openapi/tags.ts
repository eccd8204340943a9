import type { DeclaredRoute } from '../declared-route';

interface Tag {
  readonly name: string;
  readonly description: string;
}

/** First segments of paths, by the tag of their operations. */
const TAGS: readonly (Tag & { readonly segments: readonly string[] })[] = [
  { name: 'Audit', description: 'What has changed, when and by whom.', segments: ['audit', 'changes'] },
  { name: 'Groups', description: 'Groups, their members and their permissions.', segments: ['groups'] },
  {
    name: 'Network',
    description: 'Other instances whose users are admitted. Returns 501 while network mode is off.',
    segments: ['network'],
  },
  {
    name: 'Notifications',
    description: 'Mails and webhook calls: what was sent, what waits and what failed.',
    segments: ['notifications'],
  },
  {
    name: 'Permissions',
    description: 'Permissions along a whole branch of resources.',
    segments: ['permissions'],
  },
  {
    name: 'Registration',
    description:
      'Operations of users for themselves: registration, joining and leaving groups, and one-time links.',
    segments: ['register', 'tmp'],
  },
  {
    name: 'Requests',
    description: 'Decisions of the proxy about requests, explained without sending them.',
    segments: ['requests'],
  },
  { name: 'Resources', description: 'The trees of what services protect.', segments: ['resources'] },
  {
    name: 'Search',
    description: 'Finding users, groups, services and resources, and counts of them.',
    segments: ['search', 'overview'],
  },
  { name: 'Services', description: 'Protected services and their types.', segments: ['services'] },
  {
    name: 'Session',
    description: 'Signing in and out, and who is signed in.',
    segments: ['session', 'signin', 'signout', 'providers', 'discovery'],
  },
  { name: 'Users', description: 'Users, their groups and their permissions.', segments: ['users'] },
  {
    name: 'Webhooks',
    description: 'Requests that are sent to other systems after changes, and their deliveries.',
    segments: ['webhooks'],
  },
];

const SYSTEM: Tag = { name: 'System', description: 'The service itself and its description.' };

/** Tag of the paths of the signed-in user. */
export const LOGGED_USER: Tag = {
  name: 'Logged user',
  description: 'The paths of users, for the signed-in user.',
};

export function tagOf({ template }: Pick<DeclaredRoute, 'template'>): string {
  const first = template.split('/')[1] ?? '';
  return (TAGS.find(({ segments }) => segments.includes(first)) ?? SYSTEM).name;
}

/** The tags that are in use, in alphabetical order. */
export function tagsOf(routes: readonly DeclaredRoute[]): Tag[] {
  const used = new Set([...routes.map(tagOf), LOGGED_USER.name]);
  return [...TAGS, SYSTEM, LOGGED_USER]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
