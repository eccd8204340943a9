import { ApiProperty } from '@nestjs/swagger';
import { Loose } from './loose-field';
import { namedBeside } from './named-schemas';
import { Text } from './text-field';
import {
  WEBHOOK_ACTION,
  WEBHOOK_DELIVERY_STATE,
  WEBHOOK_METHOD,
  WEBHOOK_SOURCE,
  WEBHOOK_STATE,
  patternOf,
} from './vocabulary';
import { Whole } from './whole-field';

const MAX_NAME_LENGTH = 128;
const MAX_URL_LENGTH = 2_048;
const MAX_FORMAT_LENGTH = 64;

const NAME = {
  about: 'Name; need not be unique.',
  maxLength: MAX_NAME_LENGTH,
  malformed: 422,
  example: 'audit',
} as const;
const ACTION = {
  about: 'The event that it is sent for.',
  malformed: 422,
  vocabulary: WEBHOOK_ACTION,
  example: 'create_user',
} as const;
const METHOD = {
  about: 'Method of the request.',
  malformed: 422,
  vocabulary: WEBHOOK_METHOD,
  example: 'POST',
} as const;
const URL_FIELD = {
  about:
    'Absolute URL of the receiver, https unless `SVC_OUTGOING_ALLOWED` allows the target. Placeholders are not replaced.',
  maxLength: MAX_URL_LENGTH,
  malformed: 422,
  example: 'https://hooks.example.org/u',
} as const;
const FORMAT = {
  about:
    '`json` (default), `html`, `text`, `plain`, `xml`, or the media type of one of them. Others count as JSON.',
  optional: true,
  maxLength: MAX_FORMAT_LENGTH,
  malformed: 422,
  example: 'json',
} as const;
const PAYLOAD = {
  about:
    'Body of the request: any JSON value, with placeholders such as `{{user.id}}` in its texts; null for no body.',
  optional: true,
  schema: namedBeside('WebhookPayload'),
  example: { login: '{{user.name}}' },
} as const;

/** A webhook to create. Other fields are rejected. Reference: webhooks#definition. */
export class CreateWebhookDto {
  @Text(NAME)
  name!: string;

  @Text(ACTION)
  action!: string;

  @Text(METHOD)
  method!: string;

  @Text(URL_FIELD)
  url!: string;

  @Text(FORMAT)
  format?: string;

  @Loose(PAYLOAD)
  payload?: unknown;
}

/** The fields to change. Other fields are rejected. */
export class UpdateWebhookDto {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Text({ ...ACTION, optional: true })
  action?: string;

  @Text({ ...METHOD, optional: true })
  method?: string;

  @Text({ ...URL_FIELD, optional: true })
  url?: string;

  @Text(FORMAT)
  format?: string;

  @Loose(PAYLOAD)
  payload?: unknown;
}

const TIME = { format: 'date-time', type: String } as const;

/** A webhook, without its secret. */
export class WebhookDto {
  @ApiProperty({ description: 'Identifier.', type: 'integer', example: 3 })
  webhook_id!: number;

  @ApiProperty({ description: 'Name.', example: 'audit' })
  name!: string;

  @ApiProperty({ description: 'The event that it is sent for.', ...WEBHOOK_ACTION, example: 'create_user' })
  action!: string;

  @ApiProperty({ description: 'Method of the request.', ...WEBHOOK_METHOD, example: 'POST' })
  method!: string;

  @ApiProperty({ description: 'URL of the receiver.', example: 'https://hooks.example.org/u' })
  url!: string;

  @ApiProperty({
    description: 'Format of the body; null for JSON.',
    nullable: true,
    type: String,
    example: 'json',
  })
  format!: string | null;

  @ApiProperty({
    description: 'Body with placeholders; null for no body.',
    ...namedBeside('WebhookPayload'),
    example: { login: '{{user.name}}' },
  })
  payload!: unknown;

  @ApiProperty({ description: 'Where it is defined.', ...WEBHOOK_SOURCE, example: 'api' })
  source!: string;

  @ApiProperty({ description: 'Whether it is sent.', ...WEBHOOK_STATE, example: 'active' })
  state!: string;

  @ApiProperty({
    description: 'Number of deliveries in a row that failed, each after its last retry.',
    type: 'integer',
    example: 0,
  })
  failures!: number;

  @ApiProperty({
    description: 'When it was suspended; null if it is not.',
    nullable: true,
    ...TIME,
    example: null,
  })
  suspended!: string | null;

  @ApiProperty({ description: 'When it was created.', ...TIME, example: '2026-11-22T08:00:00.000Z' })
  created!: string;
}

export class WebhooksReplyDto {
  @ApiProperty({ description: 'All webhooks, in the order of their creation.', type: [WebhookDto] })
  webhooks!: WebhookDto[];
}

export class WebhookReplyDto {
  @ApiProperty({ description: 'The webhook.', type: WebhookDto })
  webhook!: WebhookDto;
}

export class WebhookSecretReplyDto extends WebhookReplyDto {
  @ApiProperty({
    description: 'Secret for the verification of signatures (Standard Webhooks). It is not shown again.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3vYh1bDnQoE=',
  })
  secret!: string;
}

/** Page of deliveries, the newest first: up to `limit` that are older than `before`. */
export class WebhookDeliveriesQuery {
  @Text({
    about: 'Only deliveries in this state.',
    optional: true,
    malformed: 422,
    pattern: patternOf(WEBHOOK_DELIVERY_STATE),
    vocabulary: WEBHOOK_DELIVERY_STATE,
    example: 'failed',
  })
  state?: string;

  @Whole({
    about: 'The `sequence` of the last delivery of the previous page.',
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 1042,
  })
  before?: number;

  @Whole({
    about: 'Maximum number of deliveries in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** An event that a webhook is sent for. */
export class WebhookDeliverySummaryDto {
  @ApiProperty({
    description: 'Identifier: the header `webhook-id` of every attempt.',
    format: 'uuid',
    example: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
  })
  delivery_id!: string;

  @ApiProperty({ description: 'Newer deliveries have higher numbers.', type: 'integer', example: 1042 })
  sequence!: number;

  @ApiProperty({ description: 'The event.', ...WEBHOOK_ACTION, example: 'create_user' })
  action!: string;

  @ApiProperty({
    description: 'Identifier of the user concerned.',
    nullable: true,
    type: 'integer',
    example: 4,
  })
  user_id!: number | null;

  @ApiProperty({
    description: 'Identifier of the group concerned.',
    nullable: true,
    type: 'integer',
    example: null,
  })
  group_id!: number | null;

  @ApiProperty({ description: 'What has become of it.', ...WEBHOOK_DELIVERY_STATE, example: 'delivered' })
  state!: string;

  @ApiProperty({ description: 'Number of attempts so far.', type: 'integer', example: 1 })
  attempts!: number;

  @ApiProperty({ description: 'When the event occurred.', ...TIME, example: '2026-11-22T08:00:00.000Z' })
  created!: string;

  @ApiProperty({
    description: 'When it was delivered or given up.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:01.000Z',
  })
  finished!: string | null;
}

/** What was sent, without signature and without the address of the one-time link; the body is cut to 4096 characters. */
export interface WebhookRequestDto {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The reply of the receiver: some of its headers, and the first 4096 characters of its body. */
export interface WebhookResponseDto {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the body went on. */
  readonly truncated: boolean;
}

export class WebhookAttemptDto {
  @ApiProperty({
    description: 'Number of the attempt, from 1; a replay starts again.',
    type: 'integer',
    example: 1,
  })
  attempt!: number;

  @ApiProperty({ description: 'When it began.', ...TIME, example: '2026-11-22T08:00:00.500Z' })
  at!: string;

  @ApiProperty({ description: 'Milliseconds.', type: 'integer', example: 35 })
  duration_ms!: number;

  @ApiProperty({ description: 'The request; null if none was sent.', ...namedBeside('WebhookRequest') })
  request!: WebhookRequestDto | null;

  @ApiProperty({ description: 'The reply; null if there was none.', ...namedBeside('WebhookResponse') })
  response!: WebhookResponseDto | null;

  @ApiProperty({
    description: 'Why it failed; null if it did not.',
    nullable: true,
    type: String,
    example: null,
  })
  error!: string | null;
}

export class WebhookDeliveryDto extends WebhookDeliverySummaryDto {
  @ApiProperty({
    description: 'Values for the placeholders, without the address of the one-time link.',
    ...namedBeside('WebhookParameters'),
    example: { 'user.name': 'bob', 'user.id': 4 },
  })
  parameters!: Record<string, string | number | null>;

  @ApiProperty({ description: 'The last ten attempts, in order.', type: [WebhookAttemptDto] })
  log!: WebhookAttemptDto[];
}

export class WebhookDeliveriesReplyDto {
  @ApiProperty({ description: 'The newest first.', type: [WebhookDeliverySummaryDto] })
  deliveries!: WebhookDeliverySummaryDto[];
}

export class WebhookDeliveryReplyDto {
  @ApiProperty({ description: 'The delivery.', type: WebhookDeliveryDto })
  delivery!: WebhookDeliveryDto;
}
