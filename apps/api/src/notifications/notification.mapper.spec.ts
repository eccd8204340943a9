import type { JournalEntry } from '@gatehouse/outbox';
import { toNotification } from './notification.mapper';

const ENTRY: JournalEntry = {
  id: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
  sequence: 3,
  kind: 'webhook',
  key: 'user:7',
  userId: 7,
  userName: 'bob',
  payload: {},
  state: 'failed',
  attempts: 2,
  lastError: null,
  createdAt: new Date(0),
  attemptedAt: new Date(1000),
  dueAt: null,
  finishedAt: new Date(2000),
};

describe('a notification in a reply', () => {
  it('has no text of members with secret names, at any depth', () => {
    const payload = {
      headers: [{ Authorization: 'canary', 'X-Api-Key': 'canary' }],
      links: { reset_url: 'an id' },
      secret_count: 3,
    };
    expect(toNotification({ ...ENTRY, payload }).payload).toEqual({
      headers: [{ Authorization: '***', 'X-Api-Key': '***' }],
      links: { reset_url: 'an id' },
      secret_count: 3,
    });
  });

  it('has no tokens of one-time links or queries in its texts', () => {
    const text = 'POST https://host.example/tmp/canary?x=1 to https://x.example/?access_token=canary&a=b';
    const reply = toNotification({ ...ENTRY, payload: { text }, lastError: text });
    const shown = 'POST https://host.example/tmp/***?x=1 to https://x.example/?access_token=***&a=b';
    expect(reply).toMatchObject({ payload: { text: shown }, last_error: shown });
  });
});
