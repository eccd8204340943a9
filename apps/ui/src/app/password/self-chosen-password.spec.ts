import { checkPassword } from './self-chosen-password';

const context = { userName: 'ada.lovelace', email: 'ada@babbage.example', host: 'gate.example.org' };

describe('checkPassword', () => {
  it.each([
    ['twelve chars', 12, true],
    ['eleven char', 12, false],
    ['😀😀😀😀', 4, true],
    ['😀😀', 4, false],
  ])(
    'counts the characters of %j, not its code units: at least %i is %s',
    (password, minimum, longEnough) => {
      expect(checkPassword(password, minimum, context).longEnough).toBe(longEnough);
    },
  );

  it.each([
    ['ada.lovelace', false],
    ['Ada-Lovelace-1815', false],
    ['ADA@BABBAGE.EXAMPLE', false],
    ['gate.example.org', false],
    ['gatehouse-2026', false],
    ['lovelace-punched-cards', true],
    ['correct horse battery', true],
    ['', true],
  ])('detects whether %j differs from known names: %s', (password, differs) => {
    expect(checkPassword(password, 8, context).differsFromNames).toBe(differs);
  });

  it('ignores words of less than three characters, which occur in any password', () => {
    expect(checkPassword('ab-ab-ab-ab', 8, { userName: 'ab', email: '', host: '' }).differsFromNames).toBe(
      true,
    );
  });
});
