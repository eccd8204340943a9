import { terminalLine } from './terminal';

const TIME = new Date(2026, 10, 22, 9, 5, 7, 31).toISOString();
const line = (fields: object, hasColours = false) =>
  terminalLine(JSON.stringify({ level: 30, time: TIME, name: 'api', msg: 'request', ...fields }), hasColours);

describe('a log line on a terminal', () => {
  it('has local time, level, process, message and fields', () => {
    expect(line({ method: 'GET', url: '/users?x=1', status: 200, durationMs: 1.5 })).toBe(
      '09:05:07.031 info  api   request method=GET url=/users?x=1 status=200 durationMs=1.5\n',
    );
  });

  it('quotes a value that is not one word', () => {
    expect(line({ reason: 'no such user' })).toContain(' reason="no such user"\n');
  });

  it.each([
    [20, 'debug'],
    [40, 'warn '],
    [50, 'error'],
  ])('names level %d', (level, name) => {
    expect(line({ level })).toBe(`09:05:07.031 ${name} api   request\n`);
  });

  it('shows the stack of an error below it', () => {
    const error = {
      type: 'TypeError',
      message: 'broken',
      stack: '    at one (a.js:1:2)\n    at two (b.js:3:4)',
    };
    expect(line({ level: 50, error }).split('\n').slice(1)).toEqual([
      '    TypeError: broken',
      '    at one (a.js:1:2)',
      '    at two (b.js:3:4)',
      '',
    ]);
  });

  it('colours the level where the terminal can', () => {
    expect(line({ level: 40 }, true)).toContain('\u001b[33mwarn \u001b[0m');
  });

  it.each([
    ['an escape sequence', '\u001b[2J'],
    ['a control character of 8 bits', '\u009b2J'],
    ['a line break', 'one\ntwo'],
    ['a change of direction', '\u202eabc'],
    ['half of a surrogate pair', '\ud800'],
  ])('does not pass on %s of a value, a message or an error', (_what, text) => {
    const written = line({ url: text, msg: text, error: { type: 'Error', message: text, stack: text } });
    expect(written).not.toMatch(/[^\n\x20-\x7e]/);
    // The event, its error and the lines of the stack; only the stack can have several lines.
    expect(written.trimEnd().split('\n').length).toBe(2 + text.split('\n').length);
  });
});
