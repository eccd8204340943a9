import { Webhook } from 'standardwebhooks';
import { seal, unseal } from './sealed-secret';
import { newSecret, signatureHeaders } from './signature';

describe('the signature of a webhook', () => {
  const message = { id: 'a2f1', sentAt: new Date(), body: '{"é": "{{x}}"}' };

  it('is verified by the library of Standard Webhooks', () => {
    const secret = newSecret();
    const headers = signatureHeaders(message, [secret]);
    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ é: '{{x}}' });
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(message.id, message.sentAt, message.body),
    );
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow();
    expect(() => new Webhook(newSecret()).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(message.body, { ...headers, 'webhook-id': 'other' })).toThrow();
  });

  it('is verified under either of two secrets', () => {
    const [current, previous] = [newSecret(), newSecret()];
    const headers = signatureHeaders(message, [current, previous]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [current, previous]) {
      expect(new Webhook(secret).verify(message.body, headers)).toEqual({ é: '{{x}}' });
    }
  });
});

describe('a sealed secret', () => {
  const key = Buffer.alloc(32, 1);

  it('is opened under its key and for its webhook only', () => {
    const secret = newSecret();
    const sealed = seal(key, 5, secret);
    expect(unseal(key, 5, sealed)).toBe(secret);
    expect(sealed.toString('latin1')).not.toContain(secret);
    expect(() => unseal(Buffer.alloc(32, 2), 5, sealed)).toThrow();
    expect(() => unseal(key, 6, sealed)).toThrow();
    for (const byte of [0, 12, 28, sealed.length - 1]) {
      const other = Buffer.from(sealed);
      other.writeUInt8(other.readUInt8(byte) ^ 1, byte);
      expect(() => unseal(key, 5, other)).toThrow();
    }
  });
});
