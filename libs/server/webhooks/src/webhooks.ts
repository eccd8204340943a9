import { isDeepStrictEqual } from 'node:util';
import type { Due, UnitOfWork } from '@gatehouse/database';
import { WEBHOOK_TABLE, withDefaults } from '@gatehouse/directory';
import type { Outbox } from '@gatehouse/outbox';
import { type OutgoingTargets, TargetRefused } from '@gatehouse/outgoing';
import { notFoundParam, problem } from '@gatehouse/problems';
import { type WebhookDefinition, readDefinition, rejectUnknownFields } from './definition';
import { DeliveryRepository, type LoggedAttempt, type StoredDelivery } from './delivery-repository';
import { seal } from './sealed-secret';
import { newSecret } from './signature';
import { deliveryKey } from './webhook-events';
import { type StoredWebhook, WebhookRepository } from './webhook-repository';

export interface WebhooksOptions {
  readonly unitOfWork: UnitOfWork;
  readonly outbox: Outbox;
  readonly targets: Pick<OutgoingTargets, 'check'>;
  /** Under which secrets are encrypted. */
  readonly key: Buffer;
  /** For which a replaced secret remains valid. */
  readonly overlapSeconds: number;
}

/** A webhook with its secret, which is shown once. */
export interface CreatedWebhook {
  readonly webhook: StoredWebhook;
  readonly secret: string;
}

type WebhookFields = Readonly<Record<string, unknown>>;

/** Which deliveries to list, the newest first. */
export interface DeliveryPage {
  /** Sequence number of a delivery before which the page begins. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly state?: string | undefined;
}

/** Webhooks: their rules and every write of them but those of deliveries. */
export class Webhooks {
  private readonly repository: WebhookRepository;
  private readonly deliveries: DeliveryRepository;

  constructor(private readonly options: WebhooksOptions) {
    this.repository = new WebhookRepository(options.unitOfWork);
    this.deliveries = new DeliveryRepository(options.unitOfWork);
  }

  list(): Promise<StoredWebhook[]> {
    return this.repository.list();
  }

  /** Throws `webhook_not_found`. */
  async byId(id: number): Promise<StoredWebhook> {
    const webhook = await this.repository.find(id);
    if (!webhook) throw problem('webhook_not_found', {}, notFoundParam('webhook_id', id));
    return webhook;
  }

  /** Throws the error of a definition that cannot be used: see {@link readDefinition}, and `webhook_target_refused`. */
  async create(input: WebhookFields): Promise<CreatedWebhook> {
    const definition = this.read(input);
    return this.options.unitOfWork.run(() => this.insert(definition, null));
  }

  /** Changes the fields given. Throws `webhook_unchanged`, `webhook_not_found`, and what {@link create} throws. */
  async update({ id }: StoredWebhook, input: WebhookFields): Promise<StoredWebhook> {
    rejectUnknownFields(Object.keys(input));
    return this.options.unitOfWork.run(async () => {
      const stored = definitionOf(await this.byId(id));
      const changed = this.read({ ...stored, ...input });
      if (isDeepStrictEqual(stored, changed)) throw problem('webhook_unchanged');
      await this.repository.update(id, changed);
      return this.byId(id);
    });
  }

  /** With its deliveries; those in progress are not sent. */
  async delete({ id }: StoredWebhook): Promise<void> {
    await this.options.unitOfWork.run(async () => {
      await this.byId(id);
      await this.repository.delete(id);
    });
  }

  /** Replaces the secret, also of a webhook from a file; deliveries have both signatures while the old one is valid. */
  async replaceSecret({ id }: StoredWebhook): Promise<CreatedWebhook> {
    const secret = newSecret();
    return this.options.unitOfWork.run(async () => {
      await this.byId(id);
      const sealed = seal(this.options.key, id, secret);
      await this.repository.replaceSecret(id, sealed, this.options.overlapSeconds);
      return { webhook: await this.byId(id), secret };
    });
  }

  /** Sends events from now on again. Those that failed meanwhile can be replayed. */
  async resume({ id }: StoredWebhook): Promise<StoredWebhook> {
    await this.repository.resume(id);
    return this.byId(id);
  }

  deliveriesOf({ id }: StoredWebhook, page: DeliveryPage): Promise<StoredDelivery[]> {
    return this.deliveries.list(id, page);
  }

  /** Throws `webhook_delivery_not_found`. */
  async delivery(webhook: StoredWebhook, id: string): Promise<StoredDelivery> {
    const delivery = await this.deliveries.find(id);
    if (delivery?.webhookId === webhook.id) return delivery;
    throw problem('webhook_delivery_not_found', {}, notFoundParam('delivery_id', id));
  }

  attemptsOf({ id }: StoredDelivery): Promise<LoggedAttempt[]> {
    return this.deliveries.logOf(id);
  }

  /** Sends a finished delivery again, with its `webhook-id`. Throws `webhook_delivery_pending`. */
  async replay(webhook: StoredWebhook, { id, action, userId, groupId }: StoredDelivery): Promise<void> {
    const { unitOfWork, outbox } = this.options;
    await unitOfWork.run(async () => {
      if (!(await this.deliveries.reopen(id))) throw problem('webhook_delivery_pending');
      const principal =
        userId === null
          ? { kind: 'group' as const, id: groupId ?? 0 }
          : { kind: 'user' as const, id: userId };
      await outbox.add({
        kind: 'webhook',
        payload: { delivery_id: id, webhook: webhook.name, action },
        key: deliveryKey(webhook.url, { principal }),
        target: new URL(webhook.url).origin,
        ...(userId === null ? {} : { userId }),
      });
    });
  }

  /** What `removeFinishedDeliveries` removes. */
  dueDeliveries(olderThanDays: number): Due {
    return this.deliveries.due(olderThanDays);
  }

  removeFinishedDeliveries(olderThanDays: number): Promise<void> {
    return this.deliveries.removeFinished(olderThanDays);
  }

  /**
   * Makes the webhooks of the configuration file those that are given: creates, changes and deletes, and writes nothing if
   * they are the same. Several processes may do so concurrently. Entries are recognized by their name and, among those of one
   * name, by their order.
   */
  async applyFile(definitions: readonly WebhookDefinition[]): Promise<void> {
    const entries = withKeys(definitions);
    if (!(await this.differsFrom(entries))) return;
    await this.options.unitOfWork.run(async () => {
      const stored = await this.fromFile();
      for (const [fileKey, definition] of entries) {
        const webhook = stored.get(fileKey);
        stored.delete(fileKey);
        if (!webhook) await this.insert(definition, fileKey);
        else if (!isDeepStrictEqual(definitionOf(webhook), definition)) {
          await this.repository.update(webhook.id, definition);
        }
      }
      for (const { id } of stored.values()) await this.repository.delete(id);
    });
  }

  /** A definition of the file or of a request. Throws what {@link create} throws. */
  read(input: WebhookFields): WebhookDefinition {
    return readDefinition(input, (url) => {
      try {
        this.options.targets.check(url);
      } catch (error) {
        if (!(error instanceof TargetRefused)) throw error;
        throw problem(
          'webhook_target_refused',
          { reason: error.reason },
          { param: { name: 'url', value: null, conditions: { is_in: false } } },
        );
      }
    });
  }

  private async insert(definition: WebhookDefinition, fileKey: string | null): Promise<CreatedWebhook> {
    const id = await this.repository.insert(definition, fileKey);
    const secret = newSecret();
    await this.repository.insertState(id, seal(this.options.key, id, secret));
    return { webhook: await this.byId(id), secret };
  }

  private async differsFrom(entries: ReadonlyMap<string, WebhookDefinition>): Promise<boolean> {
    const stored = await this.fromFile();
    return (
      stored.size !== entries.size ||
      [...entries].some(([key, definition]) => {
        const webhook = stored.get(key);
        return !webhook || !isDeepStrictEqual(definitionOf(webhook), definition);
      })
    );
  }

  private async fromFile(): Promise<Map<string, StoredWebhook>> {
    const all = await this.repository.list();
    return new Map(all.flatMap((webhook) => (webhook.fileKey === null ? [] : [[webhook.fileKey, webhook]])));
  }
}

function definitionOf(webhook: StoredWebhook): WebhookDefinition {
  return withDefaults(WEBHOOK_TABLE, webhook) as WebhookDefinition;
}

function withKeys(definitions: readonly WebhookDefinition[]): Map<string, WebhookDefinition> {
  const counts = new Map<string, number>();
  return new Map(
    definitions.map((definition) => {
      const count = (counts.get(definition.name) ?? 0) + 1;
      counts.set(definition.name, count);
      return [`${definition.name}#${count}`, definition];
    }),
  );
}
