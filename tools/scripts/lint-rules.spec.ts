import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** For each text whether the syntax that eslint.config.mjs restricts is found in it. */
async function areRefused(texts: readonly string[]): Promise<boolean[]> {
  const script = `
    import { Linter } from 'eslint';
    import config from '../../eslint.config.mjs';
    const rules = config.flatMap(({ rules = {} }) => rules['no-restricted-syntax'] ?? []).filter((one) => one !== 'error');
    const only = { languageOptions: { ecmaVersion: 2024 }, rules: { 'no-restricted-syntax': ['error', ...rules] } };
    const messages = ${JSON.stringify(texts)}.map((text) => new Linter().verify(text, only));
    console.log(JSON.stringify(messages.map((found) => found.length > 0 && found.every(({ ruleId }) => ruleId))));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout) as boolean[];
}

it('the lint rules refuse the escaped path of a URL as the path of a file, and no other URL', async () => {
  const refused = [
    "const folder = new URL('../..', import.meta.url).pathname;",
    "readFile(new URL('a.txt', import.meta.url).pathname);",
    "const { pathname } = new URL('.', import.meta.url);",
    "const { pathname: folder } = new URL('.', new URL('..', import.meta.url));",
    "const file = import.meta.url.slice('file://'.length);",
    "const file = import.meta.url.replace('file://', '');",
  ];
  const accepted = [
    "const folder = fileURLToPath(new URL('../..', import.meta.url));",
    "readFile(new URL('a.txt', import.meta.url));",
    'const { pathname } = new URL(request.url, base);',
    'const path = new URL(address).pathname;',
  ];
  expect(await areRefused(refused)).toEqual(refused.map(() => true));
  expect(await areRefused(accepted)).toEqual(accepted.map(() => false));
});
