import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesTexts } from './changes.texts';
import { syncStateTexts } from './sync-state.texts';

const server = join(__dirname, '../../../../../libs/server/sync/src');

/** The codes of a type, as the server declares it. */
function codesOf(file: string, type: string): string[] {
  const source = readFileSync(join(server, file), 'utf8');
  const [, members = ''] = new RegExp(`export type ${type} =([^;]*);`).exec(source) ?? [];
  return [...members.matchAll(/'(\w+)'/g)].map(([, code = '']) => code).sort();
}

describe('the words of the console for codes of synchronizations', () => {
  it.each([
    ['reasons of failures', 'source-failure.ts', 'FailureCode', syncStateTexts.fr.failure],
    ['problems of differences', 'comparison/difference.ts', 'DifferenceProblem', changesTexts.fr.problems],
  ])('are complete for the %s that the server declares', (_, file, type, texts) => {
    const codes = codesOf(file, type);
    expect(codes.length).toBeGreaterThan(5);
    expect(Object.keys(texts).sort()).toEqual(codes);
  });
});
