import { type Permission, formatExplicit } from '@gatehouse/access-engine';
import type { ApiToken, UnitOfWork, User } from '@gatehouse/database';
import type { DirectoryEvents, OneTimeLinks, PermissionChange } from '@gatehouse/directory';
import type { Outbox } from '@gatehouse/outbox';
import type { Parameters, WebhookAction } from './actions';
import { DeliveryRepository } from './delivery-repository';
import { EventRepository, type EventResource } from './event-repository';
import { type StoredWebhook, WebhookRepository } from './webhook-repository';

/** An event, about one user or group. */
interface Event {
  readonly action: WebhookAction;
  readonly principal: { readonly kind: 'user' | 'group'; readonly id: number };
  readonly parameters: Parameters;
  readonly callbackLink: string | null;
}

/** The payload of the messages in the outbox: the delivery, and a description for administrators. */
interface WebhookMessage {
  readonly delivery_id: string;
  readonly webhook: string;
  readonly action: string;
}

type TokenOwner = Pick<User, 'id' | 'name'>;
type EventToken = Pick<ApiToken, 'id' | 'name' | 'expiresAt'>;

export interface WebhookEventsOptions {
  readonly unitOfWork: UnitOfWork;
  readonly outbox: Outbox;
  /** Creates the links of `callback_url`; processes that change no users need none. */
  readonly links?: Pick<OneTimeLinks, 'create'>;
  readonly settings: { readonly proxyPublicUrl: string };
}

/**
 * Writes a delivery for each webhook of an action, in the transaction that causes it. Costs one query where no webhook has
 * the action. Used by API and proxy; the API delivers. Reference: webhooks#actions.
 */
export class WebhookEvents implements DirectoryEvents {
  private readonly webhooks: WebhookRepository;
  private readonly deliveries: DeliveryRepository;
  private readonly events: EventRepository;

  constructor(private readonly options: WebhookEventsOptions) {
    this.webhooks = new WebhookRepository(options.unitOfWork);
    this.deliveries = new DeliveryRepository(options.unitOfWork);
    this.events = new EventRepository(options.unitOfWork);
  }

  userCreated(user: EventArgument['userCreated']): Promise<void> {
    return this.recordUser('create_user', user.id, accountParameters(user), true);
  }

  userDeleted(user: EventArgument['userDeleted']): Promise<void> {
    return this.recordUser('delete_user', user.id, accountParameters(user), false);
  }

  userStatusChanged({ id, name, status }: EventArgument['userStatusChanged']): Promise<void> {
    const parameters = { 'user.name': name, 'user.id': id, 'user.status': status };
    return this.recordUser('update_user_status', id, parameters, true);
  }

  /** The parameters have nothing of the token itself. */
  tokenCreated(owner: TokenOwner, token: EventToken): Promise<void> {
    return this.recordUser('token_created', owner.id, tokenParameters(owner, token), false);
  }

  /** By its owner or an administrator; not with a new password, nor with the account. */
  tokenRevoked(owner: TokenOwner, token: EventToken): Promise<void> {
    return this.recordUser('token_revoked', owner.id, tokenParameters(owner, token), false);
  }

  async permissionsChanged(changes: readonly PermissionChange[]): Promise<void> {
    const steps = changes.flatMap(stepsOf);
    const webhooks = await this.webhooks.ofActions([...new Set(steps.map(({ action }) => action))]);
    const wanted = steps.filter(({ action }) => webhooks.some((webhook) => webhook.action === action));
    if (wanted.length === 0) return;
    const idsOf = (kind: 'user' | 'group') =>
      wanted.flatMap(({ change }) => (change.principal.kind === kind ? [change.principal.id] : []));
    const resources = await this.events.resources(wanted.map(({ change }) => change.resourceId));
    const names = {
      user: await this.events.userNames(idsOf('user')),
      group: await this.events.groupNames(idsOf('group')),
    };
    for (const { action, change, permission } of wanted) {
      const { principal } = change;
      const parameters = {
        [`${principal.kind}.name`]: names[principal.kind].get(principal.id) ?? null,
        [`${principal.kind}.id`]: principal.id,
        ...this.resourceParameters(resources.get(change.resourceId)),
        ...permissionParameters(permission),
      };
      await this.record({ action, principal, parameters, callbackLink: null }, webhooks);
    }
  }

  private async recordUser(
    action: WebhookAction,
    id: number,
    parameters: Parameters,
    hasCallback: boolean,
  ): Promise<void> {
    const webhooks = await this.webhooks.ofActions([action]);
    if (webhooks.length === 0) return;
    // One for the event, shared by its webhooks. It has no callback for a deleted user.
    const callbackLink = hasCallback
      ? ((await this.options.links?.create({ operation: 'webhook-user-status-error', userId: id })) ?? null)
      : null;
    await this.record({ action, principal: { kind: 'user', id }, parameters, callbackLink }, webhooks);
  }

  private async record(
    event: Event,
    webhooks: readonly Pick<StoredWebhook, 'id' | 'action' | 'name' | 'url'>[],
  ): Promise<void> {
    const { action, principal, parameters, callbackLink } = event;
    const userId = principal.kind === 'user' ? principal.id : null;
    const groupId = principal.kind === 'group' ? principal.id : null;
    for (const webhook of webhooks.filter((one) => one.action === action)) {
      const id = await this.deliveries.insert({
        webhookId: webhook.id,
        action,
        userId,
        groupId,
        parameters,
        callbackLink,
      });
      const payload: Record<keyof WebhookMessage, string> = {
        delivery_id: id,
        webhook: webhook.name,
        action,
      };
      await this.options.outbox.add({
        kind: 'webhook',
        payload,
        key: deliveryKey(webhook.url, event),
        target: new URL(webhook.url).origin,
        ...(userId === null ? {} : { userId }),
      });
    }
  }

  private resourceParameters(resource: EventResource | undefined): Parameters {
    const isService = resource?.type === 'service';
    return {
      'resource.id': resource?.id ?? null,
      'resource.type': resource?.type ?? null,
      'resource.name': resource?.name ?? null,
      'resource.display_name': resource?.displayName ?? null,
      'service.name': isService ? resource.serviceName : null,
      'service.type': resource?.serviceType ?? null,
      'service.public_url': isService
        ? `${this.options.settings.proxyPublicUrl}/${resource.serviceName}`
        : null,
      'service.sync_type': isService ? resource.syncType : null,
    };
  }
}

/** What the methods of `DirectoryEvents` are called with. */
type EventArgument = { [Method in keyof DirectoryEvents]: globalThis.Parameters<DirectoryEvents[Method]>[0] };

/**
 * Deliveries about one user or group to one receiver keep their order, across webhooks. Those to other
 * receivers do not wait for a receiver that fails.
 */
export function deliveryKey(url: string, { principal }: Pick<Event, 'principal'>): string {
  return `${principal.kind} ${principal.id} at ${new URL(url).origin}`;
}

function accountParameters({ id, name, email, kind }: EventArgument['userCreated']): Parameters {
  return { 'user.name': name, 'user.id': id, 'user.email': email, 'user.kind': kind };
}

function tokenParameters(owner: TokenOwner, { id, name, expiresAt }: EventToken): Parameters {
  return {
    'user.name': owner.name,
    'user.id': owner.id,
    'token.id': id,
    'token.name': name,
    'token.expires': expiresAt.toISOString(),
  };
}

interface PermissionStep {
  readonly action: WebhookAction;
  readonly change: PermissionChange;
  readonly permission: Permission;
}

/** A replaced permission is deleted, then created. */
function stepsOf(change: PermissionChange): PermissionStep[] {
  const { principal, before, after } = change;
  return [
    ...(before
      ? [{ action: `delete_${principal.kind}_permission` as const, change, permission: before }]
      : []),
    ...(after ? [{ action: `create_${principal.kind}_permission` as const, change, permission: after }] : []),
  ];
}

function permissionParameters(permission: Permission): Parameters {
  return {
    'permission.name': permission.name,
    'permission.access': permission.access,
    'permission.scope': permission.scope,
    permission: formatExplicit(permission),
  };
}
