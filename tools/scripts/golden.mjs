// npm run golden: regenerates the committed generated files: docs/openapi.json, docs/configuration.md, docs/errors.md,
// docs/isolation.md, docs/reference/request-grammar.md, docs/reference/commands.md, the console's list of service types, and the parts of pages between
// `<!-- generated: … -->` and `<!-- end of … -->`. Then it generates the types of libs/api-client, so that editors have those of
// the new description.
import { spawnSync } from 'node:child_process';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { runNx } from './nx.mjs';

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    installWhenNeeded();
    const args = [
      'node_modules/jest/bin/jest.js',
      'contract.e2e-spec',
      'describe.spec',
      'describe.e2e-spec',
      'palette.spec',
      '--selectProjects',
      'e2e',
      'unit',
    ];
    const env = { ...process.env, GOLDEN: 'write' };
    process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
    const { succeeded, output } = runNx(['run', 'api-client:generate'], { quiet: true });
    if (!succeeded) throw new Failure(output);
  });
}
