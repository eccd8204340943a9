import type { Permission } from '@gatehouse/access-engine';
import type { ExternalIdentity, Group, ImportRow, PendingUser } from '@gatehouse/database';
import type { LocatedResource, OneTimeLink, ProtectedService, ShownUser } from '@gatehouse/directory';
import { typedTargets } from '@gatehouse/http';
import type { ListedApiToken, ListedSession } from '@gatehouse/identity';
import type { ListedRemoteUser, NodeWithState } from '@gatehouse/network';
import type { JournalEntry } from '@gatehouse/outbox';
import type { ServiceType } from '@gatehouse/service-types';
import type { RegisteredProvider } from '@gatehouse/sign-in';
import type { StoredJob } from '@gatehouse/sync';
import type { StoredDelivery, StoredWebhook } from '@gatehouse/webhooks';

/** What each path parameter names. Its resolver finds it, and handlers take it by `@Target('user_name') user: ShownUser`. */
export interface PathTargets {
  user_name: ShownUser;
  group_name: Group;
  service_name: ProtectedService;
  service_type: ServiceType;
  resource_id: LocatedResource;
  permission_name: Permission;
  session_id: ListedSession;
  provider_name: RegisteredProvider | 'internal' | 'network';
  identity_id: ExternalIdentity;
  node_name: NodeWithState;
  remote_user_name: ListedRemoteUser;
  registration_name: PendingUser;
  submitted_name: string;
  token: OneTimeLink;
  token_id: ListedApiToken;
  webhook_id: StoredWebhook;
  delivery_id: StoredDelivery;
  notification_id: JournalEntry;
  revision: number;
  synchronization_id: StoredJob;
  import_id: ImportRow;
}

export const { Target, targetIn } = typedTargets<PathTargets>();
