import type { StoryClient } from './story-client';
import { links } from './links.chapter';
import { network } from './network.chapter';
import { notifications } from './notifications.chapter';
import { people } from './people.chapter';
import { permissions } from './permissions.chapter';
import { services } from './services.chapter';
import { session } from './session.chapter';

/** Uses every operation of the service, and leaves nothing behind but what the change log keeps. */
export async function tellStory(storyClient: StoryClient): Promise<void> {
  for (const chapter of [session, people, services, permissions, links, notifications, network])
    await chapter(storyClient);
}
