import { shortTime } from './fields';

describe('a time', () => {
  it.each([
    ['of the API', '2026-11-28T03:24:24.383Z', '2026-11-28T03:24:24Z'],
    ['of a row of the database', '2026-11-28T03:24:24.504147+00:00', '2026-11-28T03:24:24Z'],
    ['without fractions', '2026-11-28T03:24:24Z', '2026-11-28T03:24:24Z'],
  ])('%s is shown in seconds', (_, time, shown) => {
    expect(shortTime(time)).toBe(shown);
  });

  it('is shown as it is where it is none', () => {
    expect([shortTime('name.5Z'), shortTime(null)]).toEqual(['name.5Z', null]);
  });
});
