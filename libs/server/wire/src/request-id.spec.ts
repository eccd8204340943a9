import type { IncomingMessage } from 'node:http';
import { requestIdOf } from './request-id';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idOf = (input?: string) =>
  requestIdOf({
    headers: input === undefined ? {} : { 'x-request-id': input },
  } as unknown as IncomingMessage);

describe('the id of a request', () => {
  it.each(['a1b2c3d4', '0b1c:2.3_4-5', 'x'.repeat(128)])('is the one that the client sends: %s', (input) => {
    expect(idOf(input)).toBe(input);
  });

  it.each(['', 'short', 'x'.repeat(129), 'with blanks', 'line\nbreak', 'id-12345, id-67890', 'é2345678'])(
    'is a new one where that of the client cannot be used: %j',
    (input) => {
      expect(idOf(input)).toMatch(UUID);
    },
  );

  it('is another one for each request without one', () => {
    expect(idOf()).toMatch(UUID);
    expect(idOf()).not.toBe(idOf());
  });
});
