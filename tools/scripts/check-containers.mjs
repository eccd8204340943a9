// Lints docker/: the Dockerfile and the compose file, and whether the build has its files. No container engine is needed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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

/** Files at the root that Nx reads by their names, and npm. */
const READ_BY_NAME = ['nx.json', '.nxignore', '.gitignore', 'package.json', 'package-lock.json', '.npmrc'];

/**
 * The files at the root of a checkout that its build reads, and that exist: those of Nx and npm, those that Nx is told to be inputs
 * or that the commands of the targets name, and what the TypeScript configurations of the projects extend.
 *
 * @param {string} folder the root
 * @returns {string[]} names, sorted
 */
export function filesOfTheBuild(folder) {
  const names = new Set(READ_BY_NAME);
  for (const file of ['nx.json', ...filesNamed(folder, 'project.json')]) {
    if (!existsSync(join(folder, file))) continue;
    for (const [, input = '', argument = ''] of readFileSync(join(folder, file), 'utf8').matchAll(NAMED))
      names.add(input || argument);
  }
  for (const file of filesNamed(folder, 'tsconfig.json')) {
    const [, extended] = /"extends":\s*"([^"]+)"/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    const path = extended && resolve(folder, dirname(file), extended);
    if (path && dirname(path) === resolve(folder)) names.add(basename(path));
  }
  return [...names].filter((name) => existsSync(join(folder, name))).sort();
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string[]} the files of that name below apps and libs, relative to the folder
 */
function filesNamed(folder, name) {
  return ['apps', 'libs']
    .filter((part) => existsSync(join(folder, part)))
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
    )
    .filter((path) => basename(path) === name && !path.includes('node_modules'));
}

/** A file at the root in an input, or as the configuration of a command. */
const NAMED = /\{workspaceRoot\}\/([\w.-]+)"|--config-file ([\w.-]+)/g;

/**
 * Whether a file at the root is in the build context: the last pattern of the ignore file that matches decides.
 *
 * @param {string} name
 * @param {string} ignored the ignore file
 */
function isInContext(name, ignored) {
  const patterns = ignored
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const last = patterns.findLast((pattern) => matches(name, pattern.replace(/^!/, '')));
  return last === undefined || last.startsWith('!');
}

/**
 * @param {string} name
 * @param {string} pattern
 */
function matches(name, pattern) {
  const expression = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/^(?:\*\*\/)+/, '')
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${expression}$`).test(name);
}

/**
 * The files that the build of the images reads and does not get.
 *
 * @param {string} folder the root of a checkout
 * @returns {string[]} one line for each file
 */
export function missingInContext(folder) {
  const ignored = readFileSync(join(folder, 'docker/Dockerfile.dockerignore'), 'utf8');
  return filesOfTheBuild(folder)
    .filter((name) => !isInContext(name, ignored))
    .map((name) => `Dockerfile.dockerignore: the build reads ${name}, which is not in its context`);
}

if (isProgram(import.meta.url)) {
  const problems = [...problemsOf(join(root, 'docker')), ...missingInContext(root)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
