import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HeaderPolicy, type HeaderRule } from './header-policy';
import { requestHeaderPolicy } from './request-header-policy';
import { responseHeaderPolicy } from './response-header-policy';

const declared = (rules: readonly HeaderRule<string>[]) =>
  rules.flatMap(({ names, treatment, hooks }) => names.map((name) => ({ name, treatment, hooks })));

describe.each([
  ['requests', requestHeaderPolicy.rules as readonly HeaderRule<string>[]],
  ['replies', responseHeaderPolicy.rules],
])('the policy for headers of %s', (_direction, rules) => {
  it('has rules', () => {
    expect(declared(rules).length).toBeGreaterThan(10);
  });

  it('lists no header twice', () => {
    const names = declared(rules).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('uses lower case, and a star only at the end', () => {
    for (const { name } of declared(rules)) expect(name).toMatch(/^[a-z0-9$-]+\*?$/);
  });
});

describe.each([
  ['nginx.conf', /^ *proxy_hide_header ([\w-]+);$/gm],
  ['traefik.yml', /^ *([\w-]+): ''$/gm],
  ['envoy.yaml', /^ *- remove: ([\w-]+)$/gm],
])('the example of a front end %s', (file, line) => {
  const text = readFileSync(join(__dirname, '../../../docs/front-ends', file), 'utf8');
  const removed = new Set([...text.matchAll(line)].map(([, name = '']) => name.toLowerCase()));
  const dropped = declared(responseHeaderPolicy.rules).filter(({ treatment }) =>
    treatment.startsWith('drop'),
  );

  it.each(dropped.map(({ name }) => name))('removes %s from replies of services', (name) => {
    const isRemoved = name.endsWith('*')
      ? // Front ends know no patterns: they remove the headers that products document.
        [...removed].some((other) => other.startsWith(name.slice(0, -1)))
      : removed.has(name);
    expect(isRemoved).toBe(true);
  });
});

describe('a policy for headers', () => {
  const rule = (treatment: 'keep' | 'drop', ...names: string[]) => ({
    names,
    treatment,
    hooks: true,
    reason: '',
  });
  const policy = new HeaderPolicy([rule('keep', 'x-a-*', 'y'), rule('drop', 'x-*', 'x-a-b', 'y')]);

  it.each([
    ['x-a-b', 'keep'],
    ['x-a-', 'keep'],
    ['x-a', 'drop'],
    ['x-', 'drop'],
    ['y', 'keep'],
    ['x', undefined],
    ['y-', undefined],
  ])('treats %s by its first matching rule: %s', (name, treatment) => {
    expect(policy.ruleOf(name)?.treatment).toBe(treatment);
  });

  it('treats names that CGI programs do not distinguish as equal', () => {
    for (const name of ['x.a.b', 'x!a-b', 'x-a^b']) expect(policy.ruleOf(name)?.treatment).toBe('keep');
  });
});
