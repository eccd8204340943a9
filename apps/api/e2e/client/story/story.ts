import type { StoryClient } from './story-client';
import { accountSecurity } from './account-security.chapter';
import { audit } from './audit.chapter';
import { consoleOperations } from './console.chapter';
import { identities } from './identities.chapter';
import { links, registrations } from './links.chapter';
import { network } from './network.chapter';
import { notifications } from './notifications.chapter';
import { usersAndGroups } from './users-and-groups.chapter';
import { permissions } from './permissions.chapter';
import { requests } from './requests.chapter';
import { services } from './services.chapter';
import { session } from './session.chapter';
import { webhooks } from './webhooks.chapter';

/** Uses every operation of the service, and leaves no data except the change log. */
export async function tellStory(storyClient: StoryClient): Promise<void> {
  const chapters = [
    session,
    usersAndGroups,
    services,
    permissions,
    requests,
    consoleOperations,
    links,
    registrations,
    accountSecurity,
    identities,
    notifications,
    webhooks,
    network,
    audit,
  ];
  for (const chapter of chapters) await chapter(storyClient);
}
