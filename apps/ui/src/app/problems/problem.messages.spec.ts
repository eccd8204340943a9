import { Problem } from '@gatehouse/ui-data';
import { problemMessages, problemText } from './problem.messages';

describe('the text of a page for a problem', () => {
  it.each([
    [new Problem(0, 'x'), 'Gatehouse cannot be reached. Check your connection and try again.'],
    [new Problem(403, 'Permission denied.', { code: 'permission_denied' }), 'Permission denied.'],
    [new Problem(500, 'Internal server error.', { code: 'unexpected_error' }), 'Internal server error.'],
    [new Problem(502, 'x'), 'Gatehouse could not answer (error 502). Try again in a moment.'],
    [new Problem(404, 'Not Found'), 'Gatehouse could not answer (error 404). Try again in a moment.'],
  ])('is the text of the reply, or else that of the console: %s', (problem, text) => {
    expect(problemText(problem, problemMessages.en)).toBe(text);
  });
});
