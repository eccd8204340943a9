import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeIsolation } from './describe';
import { DEPLOYMENTS } from './attempt';
import { ATTEMPTS } from './matrix';

const PAGE = 'docs/isolation.md';

describe('docs/isolation.md', () => {
  it('matches the matrix that the tests run (npm run golden)', () => {
    const text = describeIsolation();
    if (process.env['GOLDEN'] === 'write') writeFileSync(PAGE, text);
    expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8')).toBe(text);
  });
});

describe('the matrix of hostile pages', () => {
  it('has one row for each attempt, which no sentence of another repeats', () => {
    const subjects = ATTEMPTS.map(({ subject }) => subject);
    expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
  });

  it.each(Object.keys(DEPLOYMENTS))('is run for the deployment %s', (deployment) => {
    const text = readFileSync(`apps/system-e2e/isolation/${deployment}.e2e-spec.ts`, 'utf8');
    expect(text).toContain(`HostilePages.start('${deployment}')`);
    expect(text).toContain('it.each(ATTEMPTS.map(');
  });
});
