import fc from 'fast-check';
import { type WrittenRequest, mostly } from './written';

const name = mostly(['open', 'closed', 'public', 'data', 'sub'], ['OPEN', 'Closed', 'data.json', 'x', '']);
const ending = mostly(
  ['', '', '.json', '.xml', '.v1'],
  ['.', '%20', '.%20.', '%20.json', '.v1.json', '.JSON', '.json.fr', '..json'],
);
const segment = fc.tuple(name, ending).map((parts) => parts.join(''));

/** Requests to an API whose resources are routes. */
export const routeRequests: fc.Arbitrary<WrittenRequest> = fc
  .record({
    segments: fc.array(segment, { maxLength: 3 }),
    method: mostly(['GET'], ['HEAD', 'POST', 'PUT', 'DELETE'], 3),
  })
  .map(({ segments, method }) => ({
    method,
    target: segments.map((one) => `/${one}`).join(''),
    mediaType: undefined,
    body: undefined,
  }));
