// The description of the interface, docs/openapi.json, under the strict recommended rules of Redocly and further ones.
// Nothing is downloaded: the document has no external references.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { isProgram, root, runProgram } from './checkout.mjs';
import { complaintsAbout } from './openapi-rules.mjs';

/** @typedef {import('@redocly/openapi-core').NormalizedProblem} Problem */

export const DESCRIPTION = join(root, 'docs/openapi.json');

/** Rules in addition to the recommended set. */
const FURTHER_RULES = /** @type {const} */ ({
  'array-parameter-serialization': 'error',
  'component-name-unique': 'error',
  'no-http-verbs-in-paths': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  'path-http-verbs-order': 'error',
  'path-params-defined': 'error',
  'scalar-property-missing-example': 'error',
  'spec-strict-refs': 'error',
  'tags-alphabetical': 'error',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
});

/**
 * Accepted violations. An exception that is no longer needed fails the check as well.
 *
 * @type {readonly { rule: string, at: RegExp, because: string }[]}
 */
const EXCEPTIONS = [
  {
    rule: 'no-server-example.com',
    at: /^#\/servers\/0\/url$/,
    because: 'the committed description is that of a service with its default settings; /json names SVC_URL',
  },
  {
    rule: 'no-ambiguous-paths',
    at: /^#\/paths\/~1services~1\{service_name\}~1(announced_names|matrix|permissions|resources|synchronizations?|synchronization~1resources|unregistered_names)$/,
    because: 'the paths are those of existing clients; `types` is reserved as a name of services',
  },
  {
    rule: 'no-ambiguous-paths',
    at: /^#\/paths\/~1users~1current~1/,
    because: 'the paths are those of existing clients; the keyword is reserved as a name of users',
  },
  {
    rule: 'operation-2xx-response',
    at: /^#\/paths\/~1(providers~1\{provider_name\}~1signin|network~1nodes~1\{node_name\}~1link|network~1authorize|ui~1network~1authorize|ui~1continue|ui~1login|ui~1logout)\//,
    because: 'success is a redirect',
  },
];

/**
 * The violations of the rules in a description, without the exceptions.
 *
 * @param {string} source
 * @param {Parameters<typeof createConfig>[0] & object} [config]
 * @returns {Promise<Problem[]>}
 */
export async function problemsOf(source, config = { extends: ['recommended-strict'], rules: FURTHER_RULES }) {
  return lintFromString({ source, absoluteRef: DESCRIPTION, config: await createConfig(config) });
}

/** @param {Problem} problem */
const exceptionFor = ({ ruleId, location }) =>
  EXCEPTIONS.find(({ rule, at }) => rule === ruleId && at.test(location[0]?.pointer ?? ''));

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    const source = readFileSync(DESCRIPTION, 'utf8');
    const found = await problemsOf(source);
    const complaints = complaintsAbout(JSON.parse(source));
    const problems = found.filter((problem) => !exceptionFor(problem));
    const used = new Set(found.map(exceptionFor));
    const stale = EXCEPTIONS.filter((exception) => !used.has(exception));
    formatProblems(problems, {
      format: 'codeframe',
      totals: getTotals(problems),
      version: '',
      maxProblems: 50,
    });
    for (const { rule, at } of stale)
      console.error(`the exception to ${rule} at ${at.source} is no longer needed`);
    for (const complaint of complaints) console.error(complaint);
    if (problems.length + stale.length + complaints.length > 0) process.exitCode = 1;
    else console.log(`${used.size} exceptions, no other violations`);
  });
}
