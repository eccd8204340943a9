import { Problem } from '@gatehouse/ui-data';
import { problemMessages, problemText } from './problem.messages';

describe('what a page says about a problem', () => {
  it.each([
    [new Problem(0, 'x'), 'Gatehouse cannot be reached. Check your connection and try again.'],
    [new Problem(403, 'x'), 'You do not have access to this.'],
    [new Problem(502, 'x'), 'Gatehouse could not answer (error 502). Try again in a moment.'],
    [new Problem(409, 'The group exists already.'), 'The group exists already.'],
  ])('depends on what the reader can do about it: %s', (problem, text) => {
    expect(problemText(problem, problemMessages.en)).toBe(text);
  });
});
