// TypeScript types of the API from docs/openapi.json, in two forms:
//
//   node tools/scripts/generate-client.mjs             all of it, as integrating teams generate it,
// in a folder that is not committed;
//                                                      apps/api/e2e/client is compiled with it
//   node tools/scripts/generate-client.mjs --console   what the console's client needs:
// libs/ui/data/src/generated/api.ts, committed
//   node tools/scripts/generate-client.mjs --console --check   only compares that file
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';

const DESCRIPTION = join(root, 'docs/openapi.json');
const FOLDER = join(root, '.cache/client');
const SCENARIOS = join(root, 'apps/api/e2e/client');
const CONSOLE_TYPES = join(root, 'libs/ui/data/src/generated/api.ts');
const HEADING = '// Generated from docs/openapi.json by tools/scripts/generate-client.mjs; do not edit.\n\n';

const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);
const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'title']);

/** @typedef {Record<string, unknown>} Node */

/** @param {Node} description */
async function typesOf(description) {
  return astToString(await openapiTypescript(/** @type {never} */ (description)));
}

/** A schema without its texts and examples, which are not part of the types. @param {unknown} node @param {boolean} [named] @returns {unknown} */
function withoutTexts(node, named = false) {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => named || !TEXTS.has(key));
  // The keys below `properties` are names of fields, one of which may be `title`.
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, key === 'properties')]));
}

/** What the console uses of an operation: parameters, JSON body, and JSON replies that are a success. @param {Node} operation */
function reducedOperation(operation) {
  const json = (/** @type {{ content?: Node } | undefined} */ part) =>
    part?.content?.['application/json']
      ? { content: { 'application/json': part.content['application/json'] } }
      : {};
  const replies = Object.entries(/** @type {Node} */ (operation['responses'])).filter(([status]) =>
    status.startsWith('2'),
  );
  const parameters = /** @type {Node[]} */ (operation['parameters'] ?? []).filter(
    ({ $ref, in: where }) => !$ref && (where === 'path' || where === 'query'),
  );
  const body = /** @type {Node | undefined} */ (operation['requestBody']);
  return {
    operationId: operation['operationId'],
    parameters,
    ...(body && { requestBody: { required: body['required'], ...json(body) } }),
    responses: Object.fromEntries(
      replies.map(([status, reply]) => [status, { description: '', ...json(/** @type {Node} */ (reply)) }]),
    ),
  };
}

/** @param {{ paths: Record<string, Node>, components: { schemas: Node } } & Node} description */
function reduced(description) {
  const paths = Object.entries(description.paths).map(([path, item]) => {
    const operations = Object.entries(item).filter(([method]) => METHODS.has(method));
    return [
      path,
      Object.fromEntries(
        operations.map(([method, of]) => [method, reducedOperation(/** @type {Node} */ (of))]),
      ),
    ];
  });
  return /** @type {Node} */ (
    withoutTexts({
      openapi: description['openapi'],
      info: { version: '' },
      paths: Object.fromEntries(paths),
      components: { schemas: description.components.schemas },
    })
  );
}

/** The types without empty members. @param {string} types */
function concise(types) {
  return types
    .replace(
      /^ *(?:query|header|path|cookie|get|put|post|delete|options|head|patch|trace|requestBody)\?: never;\n/gm,
      '',
    )
    .replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '')
    .replace(/^ *(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')
    .replace(/^( *)parameters: \{\n *\};\n/gm, '');
}

async function consoleTypes() {
  const types = await typesOf(reduced(JSON.parse(readFileSync(DESCRIPTION, 'utf8'))));
  return HEADING + concise(types);
}

async function compileScenarios() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, 'description.d.ts'),
    await typesOf(JSON.parse(readFileSync(DESCRIPTION, 'utf8'))),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', SCENARIOS], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Failure('the scenarios of the generated client do not compile');
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    if (!process.argv.includes('--console')) return compileScenarios();
    const types = await consoleTypes();
    if (!process.argv.includes('--check')) writeFileSync(CONSOLE_TYPES, types);
    else if (readFileSync(CONSOLE_TYPES, 'utf8') !== types)
      throw new Failure('libs/ui/data/src/generated/api.ts is not that of docs/openapi.json: npm run golden');
  });
}
