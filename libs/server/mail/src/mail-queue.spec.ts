import type { LogFields, Logger } from '@gatehouse/logging';
import { silentLogger } from '@gatehouse/logging';
import type { Mail } from './mail';
import { MailQueue, isAddress } from './mail-queue';

const mail: Mail = {
  template: 'password_reset',
  to: 'jo@example.org',
  locale: 'fr',
  user: { user_name: 'jo', email: 'jo@example.org', id: 7 },
  variables: { expires_in: 3600 },
  links: { reset_url: '7e6cf3e4-2d1b-4a8c-9b53-6a0cf2f2a001' },
};

function queueWith(smtpHost: string | undefined) {
  const added: Record<string, unknown>[] = [];
  const warnings: (LogFields & { message: string })[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (fields, message) => void warnings.push({ ...fields, message }),
  };
  const outbox = { add: async (message: object) => String(added.push({ ...message })) };
  return { queue: new MailQueue(outbox, { smtpHost }, logger), added, warnings };
}

describe('the queue of mails', () => {
  it('adds a mail to the outbox with ids of links instead of tokens', async () => {
    const { queue, added } = queueWith('smtp.example.org');
    await queue.send(mail);
    expect(queue.isEnabled).toBe(true);
    expect(added).toEqual([
      {
        kind: 'mail',
        userId: 7,
        payload: { ...mail, queuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      },
    ]);
  });

  it('does nothing without a mail server', async () => {
    const { queue, added, warnings } = queueWith(undefined);
    await queue.send(mail);
    expect({ isEnabled: queue.isEnabled, added, warnings }).toEqual({
      isEnabled: false,
      added: [],
      warnings: [],
    });
  });

  it.each(['', 'jo', 'jo@example.org\r\nBcc: all@example.org', 'jo@example.org, mo@example.org'])(
    'skips a mail to %j with a warning that does not show the recipient',
    async (to) => {
      const { queue, added, warnings } = queueWith('smtp.example.org');
      await queue.send({ ...mail, to });
      expect(added).toEqual([]);
      expect(warnings).toEqual([
        { reason: 'password_reset', userId: 7, message: expect.stringContaining('mail skipped') },
      ]);
      expect(JSON.stringify(warnings)).not.toContain('jo@');
    },
  );

  it.each([
    ['jo@example.org', true],
    ['jo+tag@sub.example.org', true],
    [`jo@${'a'.repeat(60)}.${'b'.repeat(60)}.example`, false],
    ['jo@example.org\0', false],
    ['"jo"@example.org', false],
    ['<jo@example.org>', false],
    ['jö@example.org', false],
    ['jo@example.org\n', false],
  ])('accepts %j as an address: %s', (text, expected) => {
    expect(isAddress(text)).toBe(expected);
  });
});
