import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOfPrograms, problemsOf } from './fixtures/command-problems';
import { blocksOf, commandsOf, optionsIn, simpleCommands } from './fixtures/documented-commands';

const ROOT = join(__dirname, '..', '..');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const);
const commands = pages.flatMap(([page, text]) => commandsOf(page, text));
const problemsIn = (script: string): string[] =>
  simpleCommands(script).flatMap((words) => problemsOf({ page: 'README.md', words }));

describe('blocks of code in the documents', () => {
  it('say what they contain, so that none escapes the checks of commands', () => {
    const unnamed = pages.flatMap(([page, text]) => blocksOf(page, text)).filter(({ info }) => info === '');
    expect(unnamed).toEqual([]);
  });
});

describe('commands in the documents', () => {
  it('are found in blocks and in sentences', () => {
    expect(commands.length).toBeGreaterThan(150);
    expect(commands.filter(({ words }) => words.includes('tools/bench/access-engine.mjs'))).not.toEqual([]);
  });

  it.each(commands.map((command) => [command.page, command.words.join(' ').slice(0, 90), command] as const))(
    'can be carried out: %s: %s',
    (_page, _text, command) => expect(problemsOf(command)).toEqual([]),
  );
});

describe('options that a page mentions without their program', () => {
  it.each(pages)('belong to a program that the page names: %s', (page, text) => {
    const options = optionsOfPrograms(commands.filter((command) => command.page === page));
    if (options.size === 0) return;
    const unknown = optionsIn(text).filter(
      (option) => !options.has(option) && !process.allowedNodeEnvironmentFlags.has(`--${option}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the check of commands', () => {
  it.each([
    ['npm run no-such-script', 'there is no script no-such-script'],
    ['node tools/bench/no-such-program.mjs', 'there is no tools/bench/no-such-program.mjs'],
    [
      'npm run build && node --expose-gc tools/bench/access-engine.mjs --rules 1000',
      'tools/bench/access-engine.mjs does not know --rules',
    ],
    ['npm run seed -- --sizes small', 'tools/scripts/seed.mjs does not know --sizes'],
    ["node -e 'const ='", "SyntaxError: Unexpected token '='"],
    ['npx jest apps/no/such --selectProjects e2e', 'there is no test apps/no/such'],
    ['npx jest <path> --selectProjects other', 'there is no project other'],
    ['npx nx run tools:other', 'there is no target tools:other'],
    ['export SVC_NO_SUCH_SETTING=1', 'there is no setting SVC_NO_SUCH_SETTING'],
    ['gatehouse users lst', "gatehouse: There is no command 'lst'. Did you mean list?"],
    ['npm run --silent gatehouse -- users list --al', "gatehouse: There is no option '--al'."],
    ['frobnicate --all', 'the program frobnicate is not known'],
    ['cp no.env .env', 'there is no no.env'],
    ['curl http://localhost:2001/nothing # a comment', 'there is no GET /nothing'],
    ['curl -X PUT http://localhost:2001/users/ada/sessions', 'there is no PUT /users/ada/sessions'],
    ["curl 'http://localhost:2001/users?state=x'", '/users has no parameter state'],
    ['curl http://localhost:2001/groups \\\n -d \'{"name": "x"}\'', '/groups has no field name'],
  ])('reports %j', (script, problem) => {
    expect(problemsIn(script)).toEqual([problem]);
  });
});
