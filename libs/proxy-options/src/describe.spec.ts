import { generatedPart, markdownTable } from '@gatehouse/testing';
import type { HeaderRule } from './header-policy';
import { type RequestTreatment, requestHeaderPolicy } from './request-header-policy';
import { type ResponseTreatment, responseHeaderPolicy } from './response-header-policy';

/** What happens to headers of each treatment. */
const TREATED: Readonly<Record<RequestTreatment | ResponseTreatment, string>> = {
  keep: 'kept',
  drop: 'dropped',
  'drop-caching': 'dropped',
  authorization: 'kept',
  cookie: 'kept but for ours',
  destination: 'rewritten',
  page: 'kept but for network tokens',
  location: 'rewritten',
  refresh: 'rewritten',
  link: 'rewritten',
  caching: 'kept, or changed',
  pages: 'kept, or added to',
  cors: 'replaced or kept',
  'accel-redirect': 'dropped, or kept with the option',
};

function described(rules: readonly HeaderRule<keyof typeof TREATED>[]): string {
  const rows = rules.map(({ names, treatment, hooks, reason }) => [
    names.map((name) => `\`${name}\``).join(', '),
    TREATED[treatment],
    treatment === 'cookie' ? 'remove alone' : hooks ? 'yes' : 'no',
    reason,
  ]);
  return markdownTable(['Headers', 'Are', 'Hooks may change them', 'They are'], rows);
}

describe('the table of headers in docs/proxy.md', () => {
  it.each([
    ['requests', requestHeaderPolicy.rules],
    ['replies', responseHeaderPolicy.rules],
  ])('equals the policy for %s (npm run golden)', (direction, rules) => {
    const table = described(rules);
    expect(generatedPart('docs/proxy.md', `headers of ${direction}`, table)).toBe(table);
  });
});
