// Types of a client from docs/openapi.json, as integrating teams make them, in a folder that is not committed; and the
// story of apps/api/e2e/client compiled with them, so that a description that clients cannot use is seen.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';

const DESCRIPTION = join(root, 'docs/openapi.json');
const FOLDER = join(root, '.cache/client');
const STORY = join(root, 'apps/api/e2e/client');

/** Text of the types. */
async function generate() {
  const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  return astToString(await openapiTypescript(description));
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'description.d.ts'), await generate());
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { status } = spawnSync(process.execPath, [compiler, '-p', STORY], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Failure('the story of the generated client does not compile');
  });
}
