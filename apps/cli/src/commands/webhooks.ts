import { command } from '../declaration/command';
import { choice, json, required, text, whole } from '../declaration/field';
import { type Column, type Row, column, computed } from '../declaration/shown';
import { timeColumn } from './fields';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const WEBHOOK = required(whole('webhook-id', 'Identifier of the webhook.'));
const ACTION = text('action', 'The event that it is sent for, such as create_user.');
const METHOD = choice(METHODS, 'Method of the request.');
const URL_ = text('url', 'Address of the receiver.', { long: 'url-of-receiver' });
const FORMAT = text('format', 'Format of the body; json by default.');
const PAYLOAD = json('Body with placeholders, such as {"login": "{{user.name}}"}.');
const STATE: Column = column('STATE', 'state', {
  colour: ({ state }) =>
    state === 'active' || state === 'delivered' ? 'good' : state === 'pending' ? undefined : 'bad',
});
const DETAILS: readonly Column[] = [
  column('ID', 'webhook_id', { isNumber: true }),
  column('NAME', 'name'),
  column('ACTION', 'action'),
  column('METHOD', 'method'),
  column('URL', 'url'),
  column('FORMAT', 'format'),
  column('PAYLOAD', 'payload'),
  STATE,
  column('FAILURES', 'failures', { isNumber: true }),
  timeColumn('SUSPENDED', 'suspended'),
  column('SOURCE', 'source'),
];

/** Other commands need it. */
const ID = computed('ID', ({ webhook }) => ((webhook ?? {}) as Row)['webhook_id'], { isNumber: true });

export const WEBHOOK_COMMANDS = [
  command({
    name: 'webhooks list',
    summary: 'List webhooks.',
    needs: 'token',
    operation: 'GET /webhooks',
    shows: {
      kind: 'list',
      in: 'webhooks',
      columns: [
        column('ID', 'webhook_id', { isNumber: true }),
        column('NAME', 'name'),
        column('ACTION', 'action'),
        column('URL', 'url'),
        STATE,
        column('FAILURES', 'failures', { isNumber: true }),
      ],
      empty: 'There are no webhooks.',
    },
    examples: [{ line: 'webhooks list', does: 'All, with their state' }],
  }),
  command({
    name: 'webhooks show',
    summary: 'Show a webhook.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    operation: 'GET /webhooks/{webhook_id}',
    shows: { kind: 'record', in: 'webhook', columns: DETAILS },
    examples: [{ line: 'webhooks show 3', does: 'One webhook' }],
  }),
  command({
    name: 'webhooks create',
    summary: 'Create a webhook, and print the secret of its signatures, which is not shown again.',
    needs: 'token',
    arguments: { name: required(text('name', 'Name.')) },
    options: {
      action: required(ACTION),
      method: required(METHOD),
      url: required(URL_),
      format: FORMAT,
      payload: PAYLOAD,
    },
    operation: 'POST /webhooks',
    shows: { kind: 'record', columns: [ID, column('SECRET', 'secret')] },
    examples: [
      {
        line: 'webhooks create audit --action create_user --method POST --url-of-receiver https://hooks.example.org/u',
        does: 'Without a body',
      },
    ],
  }),
  command({
    name: 'webhooks change',
    summary: 'Change a webhook.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    options: {
      name: text('name', 'New name.'),
      action: ACTION,
      method: METHOD,
      url: URL_,
      format: FORMAT,
      payload: PAYLOAD,
    },
    operation: 'PATCH /webhooks/{webhook_id}',
    shows: { kind: 'sentence', text: ({ webhook_id }) => `The webhook ${webhook_id} is changed.` },
    examples: [
      {
        line: 'webhooks change 3 --url-of-receiver https://hooks.example.org/v2',
        does: 'The receiver has moved',
      },
    ],
  }),
  command({
    name: 'webhooks delete',
    summary: 'Delete a webhook, with what it has not delivered yet.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    operation: 'DELETE /webhooks/{webhook_id}',
    confirms: ({ webhook_id }) => `Delete the webhook ${webhook_id}, with what it has not delivered yet?`,
    shows: { kind: 'sentence', text: ({ webhook_id }) => `The webhook ${webhook_id} is deleted.` },
    examples: [{ line: 'webhooks delete 3', does: 'After a confirmation' }],
  }),
  command({
    name: 'webhooks replace-secret',
    summary: 'Replace the secret of the signatures of a webhook, and print the new one.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    operation: 'POST /webhooks/{webhook_id}/secret',
    confirms: ({ webhook_id }) =>
      `Replace the secret of the webhook ${webhook_id}? Its receiver refuses signatures until it knows the new one.`,
    shows: { kind: 'record', columns: [ID, column('SECRET', 'secret')] },
    examples: [{ line: 'webhooks replace-secret 3', does: 'After a confirmation' }],
  }),
  command({
    name: 'webhooks resume',
    summary: 'Resume a webhook that was suspended after failures.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    operation: 'POST /webhooks/{webhook_id}/resume',
    shows: { kind: 'record', in: 'webhook', columns: DETAILS },
    examples: [{ line: 'webhooks resume 3', does: 'When the receiver works again' }],
  }),
  command({
    name: 'webhooks deliveries',
    summary: 'List the deliveries of a webhook, the newest first.',
    needs: 'token',
    arguments: { webhook_id: WEBHOOK },
    options: {
      state: choice(['pending', 'delivered', 'failed'], 'Only deliveries in this state.'),
      limit: whole('number', 'How many at most; 100 by default.'),
    },
    operation: 'GET /webhooks/{webhook_id}/deliveries',
    shows: {
      kind: 'list',
      in: 'deliveries',
      columns: [
        column('DELIVERY ID', 'delivery_id', { isUnbroken: true }),
        column('ACTION', 'action'),
        STATE,
        column('ATTEMPTS', 'attempts', { isNumber: true }),
        timeColumn('CREATED', 'created'),
        timeColumn('FINISHED', 'finished'),
      ],
      empty: 'There are no deliveries.',
    },
    examples: [{ line: 'webhooks deliveries 3 --state failed', does: 'What the receiver has not got' }],
  }),
  command({
    name: 'webhooks replay',
    summary: 'Send a delivery again.',
    needs: 'token',
    arguments: {
      webhook_id: WEBHOOK,
      delivery_id: required(text('delivery-id', 'Identifier of the delivery.')),
    },
    operation: 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    shows: { kind: 'sentence', text: ({ delivery_id }) => `The delivery ${delivery_id} is queued again.` },
    examples: [{ line: 'webhooks replay 3 1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10', does: 'One delivery' }],
  }),
];
