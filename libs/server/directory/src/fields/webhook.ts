import type { Webhook } from '@gatehouse/database';
import { tableOf } from './table';

/** Webhooks, without their states and secrets. Reference: webhooks#definition. */
export const WEBHOOK_TABLE = tableOf<Webhook>()({
  name: 'webhooks',
  entity: 'webhook',
  key: 'id',
  fields: {
    id: { type: 'integer', wire: 'webhook_id' },
    name: { type: 'text', wire: 'name', setBy: 'administrators', shown: 'list', file: 'name' },
    action: { type: 'text', wire: 'action', setBy: 'administrators', shown: 'list', file: 'action' },
    method: { type: 'text', wire: 'method', setBy: 'administrators', shown: 'list', file: 'method' },
    url: { type: 'text', wire: 'url', setBy: 'administrators', shown: 'list', file: 'url' },
    format: {
      type: 'text',
      wire: 'format',
      setBy: 'administrators',
      shown: 'list',
      default: null,
      file: 'format',
    },
    payload: {
      type: 'json',
      wire: 'payload',
      setBy: 'administrators',
      shown: 'list',
      default: null,
      file: 'payload',
    },
    fileKey: { type: 'text', column: 'file_key', default: null },
    secretVersion: { type: 'integer', column: 'secret_version', default: 1 },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});
