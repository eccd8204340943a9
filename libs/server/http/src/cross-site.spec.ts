import type { IncomingMessage } from 'node:http';
import { comesFromAnotherSite } from './cross-site';

const settings = { publicUrl: 'https://gate.example/auth', corsOrigins: ['https://app.example'] };
const from = (headers: Record<string, string>) =>
  comesFromAnotherSite({ headers } as unknown as IncomingMessage, settings);

describe('a request comes from another site', () => {
  it.each([
    [false, 'no browser sent it', {}],
    [
      false,
      'the browser reports the same origin',
      { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:2001', host: '127.0.0.1:2001' },
    ],
    [false, 'a person typed the address', { 'sec-fetch-site': 'none' }],
    [false, 'its origin is our public URL', { origin: 'https://gate.example' }],
    [false, 'its origin is configured', { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }],
    [false, 'its origin is the requested host', { origin: 'http://127.0.0.1:2001', host: '127.0.0.1:2001' }],
    [true, 'the browser reports another site', { 'sec-fetch-site': 'cross-site' }],
    [
      true,
      'it comes from a sibling host',
      { 'sec-fetch-site': 'same-site', origin: 'https://x.gate.example' },
    ],
    [
      true,
      'a page has the browser request it before a navigation',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' },
    ],
    [true, 'its origin is foreign', { origin: 'https://evil.example', host: 'gate.example' }],
    [
      true,
      'its origin is foreign, regardless of other headers',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example', host: 'gate.example' },
    ],
    [
      true,
      'it is a page of this host under another scheme',
      { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:2001', host: '127.0.0.1:2001' },
    ],
    [
      false,
      'the browser hides the origin of our own page',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
    ],
    [true, 'its origin is hidden', { origin: 'null', host: 'gate.example' }],
    [true, 'its origin only begins like ours', { origin: 'https://gate.example.evil', host: 'gate.example' }],
    [
      true,
      'it claims our host under another scheme',
      { origin: 'https://evil.example', host: 'evil.example.' },
    ],
  ])('%s: %s', (expected, _, headers) => {
    expect(from(headers as Record<string, string>)).toBe(expected);
  });
});
