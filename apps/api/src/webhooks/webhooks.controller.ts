import { Body, Controller, Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import { RECORDED } from '@gatehouse/directory';
import {
  CreateWebhookDto,
  UpdateWebhookDto,
  WebhookReplyDto,
  WebhookSecretReplyDto,
  WebhooksReplyDto,
} from '@gatehouse/dto';
import { BodyFieldNames, type DeclaredError, Endpoint } from '@gatehouse/http';
import { type StoredWebhook, Webhooks } from '@gatehouse/webhooks';
import { Target } from '../targets/path-targets';
import { toSecretReply, toWebhook } from './webhook.mapper';

const DEFINITION_ERRORS: readonly DeclaredError[] = [
  'webhook_field_unknown',
  'webhook_value_invalid',
  'webhook_target_refused',
];
const EDITABLE = [{ param: 'webhook_id', rule: 'editable' }];

@Controller('webhooks')
export class WebhooksController {
  constructor(@Inject(Webhooks) private readonly webhooks: Webhooks) {}

  @Endpoint(Get(), {
    name: 'list_webhooks',
    summary: 'List webhooks',
    access: 'administrator',
    growth: { boundedBy: 'the webhooks that are configured' },
    success: { status: 200, detail: 'Webhooks listed.', body: WebhooksReplyDto },
  })
  async list(): Promise<WebhooksReplyDto> {
    return { webhooks: (await this.webhooks.list()).map(toWebhook) };
  }

  @Endpoint(Post(), {
    name: 'create_webhook',
    summary: 'Create a webhook',
    access: 'administrator',
    success: { status: 201, detail: 'Webhook created.', body: WebhookSecretReplyDto },
    errors: DEFINITION_ERRORS,
  })
  async create(
    @Body() body: CreateWebhookDto,
    @BodyFieldNames() names: readonly string[],
  ): Promise<WebhookSecretReplyDto> {
    return toSecretReply(await this.webhooks.create({ ...others(names), ...body }));
  }

  @Endpoint(Get(':webhook_id'), {
    name: 'get_webhook',
    summary: 'Read a webhook',
    access: 'administrator',
    success: { status: 200, detail: 'Webhook found.', body: WebhookReplyDto },
  })
  get(@Target('webhook_id') webhook: StoredWebhook): WebhookReplyDto {
    return { webhook: toWebhook(webhook) };
  }

  @Endpoint(Patch(':webhook_id'), {
    name: 'update_webhook',
    summary: 'Change a webhook',
    access: 'administrator',
    success: { status: 200, detail: 'Webhook changed.', body: WebhookReplyDto },
    errors: [...DEFINITION_ERRORS, 'webhook_unchanged'],
    protect: EDITABLE,
    ifMatch: [RECORDED.webhook],
  })
  async update(
    @Target('webhook_id') webhook: StoredWebhook,
    @Body() body: UpdateWebhookDto,
    @BodyFieldNames() names: readonly string[],
  ): Promise<WebhookReplyDto> {
    return { webhook: toWebhook(await this.webhooks.update(webhook, { ...others(names), ...body })) };
  }

  @Endpoint(Delete(':webhook_id'), {
    name: 'delete_webhook',
    summary: 'Delete a webhook and the log of its deliveries',
    access: 'administrator',
    success: { status: 200, detail: 'Webhook deleted.' },
    protect: EDITABLE,
  })
  async delete(@Target('webhook_id') webhook: StoredWebhook): Promise<void> {
    await this.webhooks.delete(webhook);
  }

  @Endpoint(Post(':webhook_id/secret'), {
    name: 'replace_webhook_secret',
    summary: 'Replace the secret of a webhook',
    access: 'administrator',
    success: { status: 200, detail: 'Secret replaced.', body: WebhookSecretReplyDto },
  })
  async replaceSecret(@Target('webhook_id') webhook: StoredWebhook): Promise<WebhookSecretReplyDto> {
    return toSecretReply(await this.webhooks.replaceSecret(webhook));
  }

  @Endpoint(Post(':webhook_id/resume'), {
    name: 'resume_webhook',
    summary: 'Resume a webhook that was suspended after repeated failures',
    access: 'administrator',
    success: { status: 200, detail: 'Webhook resumed.', body: WebhookReplyDto },
  })
  async resume(@Target('webhook_id') webhook: StoredWebhook): Promise<WebhookReplyDto> {
    return { webhook: toWebhook(await this.webhooks.resume(webhook)) };
  }
}

const FIELDS = ['name', 'action', 'method', 'url', 'format', 'payload'];

/** The fields of a body that a DTO does not have, so that the domain rejects them as it does in the configuration file. */
function others(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.filter((name) => !FIELDS.includes(name)).map((name) => [name, null]));
}
