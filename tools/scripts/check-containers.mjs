// Lints docker/: the Dockerfile and the compose file. No container engine is needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { isProgram, root } from './checkout.mjs';

/** @typedef {{ line: number, rule: string, message: string }} Complaint */

/** All rules of the linter of compose files, with one exception. */
const RULES = {
  rules: {
    // An image that is built here also has a name, to which other files and users refer.
    'no-build-and-image': 0,
  },
  exclude: [],
  quiet: false,
  debug: false,
};

/**
 * The problems that linters report, warnings included.
 *
 * @param {string} folder with a Dockerfile and a compose.yaml
 * @returns {string[]} one line for each complaint
 */
export function problemsOf(folder) {
  const dockerfile = validate(readFileSync(join(folder, 'Dockerfile'), 'utf8')).map(
    ({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`,
  );
  const compose = new DCLinter(RULES)
    .lintFiles([join(folder, 'compose.yaml')], false)
    .flatMap((/** @type {{ messages: Complaint[] }} */ { messages }) =>
      messages.map(({ line, rule, message }) => `compose.yaml:${line} ${message} (${rule})`),
    );
  return [...dockerfile, ...compose];
}

if (isProgram(import.meta.url)) {
  const problems = problemsOf(join(root, 'docker'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
