import { createServer } from 'node:http';
import type { Logger } from '@gatehouse/logging';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

describe('the log about receivers that cannot be reached', () => {
  let api: TestApi;
  let port: number;
  const entries: Record<string, unknown>[] = [];
  let noted: () => void = () => undefined;

  beforeAll(async () => {
    // A port that was free a moment ago.
    const server = createServer();
    port = await listenOnLoopback(server);
    await closeServer(server);
    const note = (fields: object, text: string): void => {
      entries.push({ ...fields, text });
      noted();
    };
    const logger = { info: () => undefined, warn: note, error: note } as unknown as Logger;
    const environment = {
      SVC_SMTP_HOST: '127.0.0.1',
      SVC_SMTP_PORT: String(port),
      SVC_SMTP_FROM: 'gate@example.org',
      SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
    };
    api = await startApi(environment, logger);
  });
  afterAll(() => api.close());

  const entryAbout = async (kind: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const found = entries.find(
        ({ text, reason }) =>
          /^a message could not be sent/.test(String(text)) && String(reason).startsWith(kind),
      );
      if (found) return found;
      await new Promise<void>((resolve) => (noted = resolve));
    }
  };

  it.each<[string, () => Promise<unknown>]>([
    [
      'mail',
      async () => {
        const user = await api.make.user();
        await api.anonymous.post('/register/password-reset', { user_name: user }).expect(202);
      },
    ],
    [
      'webhook',
      async () => {
        const url = `http://127.0.0.1:${port}/canary`;
        const webhook = { name: 'hook', action: 'create_user', method: 'POST', url };
        await api.admin.post('/webhooks', webhook).expect(201);
        await api.make.user();
      },
    ],
  ])('has the reason for %s in one line, without a stack', async (kind, send) => {
    await send();
    const entry = await entryAbout(kind);
    expect(entry['reason']).toMatch(/^[^\n]*ECONNREFUSED[^\n]*$/);
    expect(entry).not.toHaveProperty('error');
    expect(JSON.stringify(entry)).not.toMatch(/canary|stack|\\n\s+at /);
  });
});
