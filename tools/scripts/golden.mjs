// npm run golden: regenerates the committed generated files: docs/openapi.json and the types of the
// console's client, docs/configuration.md, docs/errors.md, docs/isolation.md, docs/reference/request-grammar.md and the console's
// list of service types.
import { spawnSync } from 'node:child_process';
import { isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    installWhenNeeded();
    const args = [
      'node_modules/jest/bin/jest.js',
      'contract.e2e-spec',
      'describe.spec',
      'palette.spec',
      '--selectProjects',
      'e2e',
      'unit',
    ];
    const env = { ...process.env, GOLDEN: 'write' };
    process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
  });
}
