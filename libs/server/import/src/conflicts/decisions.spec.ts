import { readFileSync } from 'node:fs';
import { CONFLICTS, entryOf, type ConflictCode } from './catalogue';
import { DecisionsInvalid, readDecisions } from './decisions';

describe('a file of decisions', () => {
  it('decides by code, and identifier or name', () => {
    expect(readDecisions("user_name_taken:\n  Bob: {rename: bob-2}\n  17: skip\n  '*': skip\n")).toEqual([
      { code: 'user_name_taken', key: 'Bob', choice: 'rename', value: 'bob-2' },
      { code: 'user_name_taken', key: '17', choice: 'skip', value: null },
      { code: 'user_name_taken', key: '*', choice: 'skip', value: null },
    ]);
    expect(readDecisions('')).toEqual([]);
    expect(readDecisions('# nothing\n')).toEqual([]);
  });

  it.each([
    ['an unknown code', 'a: {}\nuser_name: {Bob: skip}', 'x.yml:1: a is the code of no conflict'],
    [
      'a code about which nothing can be decided',
      'password_missing: {Bob: skip}',
      'nothing can be decided about password_missing',
    ],
    [
      'a choice that is none',
      'user_name_taken:\n  Bob: drop',
      'x.yml:2: user_name_taken: Bob: one of these is expected: skip, rename: …',
    ],
    ['a name that is missing', 'user_name_taken: {Bob: rename}', '{rename: <text>} is expected'],
    ['a value that is not expected', 'user_name_taken: {Bob: {skip: now}}', 'skip has no value'],
    ['one name for all', "user_name_taken: {'*': {rename: b}}", 'a value is for one identifier or name'],
    ['a list', '- a', 'an object with the codes of conflicts is expected'],
    ['a text where an object is expected', 'user_name_taken: skip', 'an object is expected'],
    ['what is not YAML', 'user_name_taken: {Bob: skip', 'x.yml:1:'],
    ['an object twice', 'user_name_taken: {Bob: skip, Bob: {rename: b}}', 'x.yml:1:'],
  ])('with %s is refused with its line', (_, text, message) => {
    expect(() => readDecisions(text, 'x.yml')).toThrow(DecisionsInvalid);
    expect(() => readDecisions(text, 'x.yml')).toThrow(message);
  });
});

describe('the catalogue of conflicts', () => {
  it('is the table of the documentation', () => {
    const page = readFileSync('docs/reference/import.md', 'utf8').replaceAll(/[ ]+/g, ' ');
    const missing = Object.keys(CONFLICTS).filter((code) => {
      const { summary, rule, alternatives } = entryOf(code as ConflictCode);
      const decisions = alternatives.length === 0 ? '–' : alternatives.map((one) => `\`${one}\``).join(', ');
      return !page.includes(`| \`${code}\` | ${summary} | ${rule} | ${decisions} |`);
    });
    expect(missing).toEqual([]);
  });
});
