import { execFileSync } from 'node:child_process';
import { UnsupportedShellSyntax, shellWords } from './shell-words';

/** The words as a shell passes them to a program. */
function wordsOfShell(command: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

describe('the words of a command', () => {
  it.each([
    'curl http://localhost/a',
    `curl 'a b'  "c d"\te`,
    `curl 'a'"b"c\\ d`,
    `curl "" ''`,
    `curl "a \\" \\\\ \\x \\\n b"`,
    'curl \\\n  -H a \\\n  b',
    `curl 'line\nbreak' "line\nbreak"`,
    `curl 'it'\\''s' "it's"`,
    `curl -d '{"a": [1, "x"], "b": "\\u00e9 $HOME \`x\`"}'`,
    'curl a#b',
    'curl é "ü"',
  ])('are those of a shell in %j', (command) => {
    expect(shellWords(command)).toEqual(wordsOfShell(command));
  });

  it('contain what $-quotes of bash stand for, as browsers copy them', () => {
    expect(shellWords(String.raw`curl $'it\'s' $'a\nb\u0021\x41\U0001F600\\'`)).toEqual([
      'curl',
      "it's",
      'a\nb!A😀\\',
    ]);
  });

  it.each([
    ['curl a; rm -rf b', ';'],
    ['curl a | sh', '|'],
    ['curl http://x/?a=1&b=2', '&'],
    ['curl a > b', '>'],
    ['curl a < b', '<'],
    ['curl (a)', '('],
    ['curl $HOME', 'variable'],
    ['curl "$HOME"', '$'],
    ['curl $(id)', 'variable'],
    ['curl `id`', 'substitution'],
    ['curl "`id`"', '`'],
    ["curl 'a", 'quote'],
    ['curl "a', 'quote'],
    ["curl $'a", 'quote'],
    [String.raw`curl $'\q'`, 'escape'],
    [String.raw`curl $'\x00'`, 'escape'],
    ['curl a \\', 'backslash'],
    ['curl a # b', 'comment'],
  ])('are not read where a shell would do more, as in %j', (command, syntax) => {
    expect(() => shellWords(command)).toThrow(UnsupportedShellSyntax);
    expect(() => shellWords(command)).toThrow(syntax);
  });

  it('are read in linear time', () => {
    const words = shellWords(`curl ${'"\\"" '.repeat(20_000)}`);
    expect(words).toHaveLength(20_001);
  });
});
