import { withoutHelpCommand } from './help-command';

describe('the command help', () => {
  it.each([
    ['help', 'help'],
    ['users list', 'users list'],
    ['help users', 'users --help'],
    ['help users create', 'users create --help'],
    ['help doctor', 'doctor --help'],
    ['help sync', 'sync --help'],
    // Left to the parser, which refuses it.
    ['help usres', 'usres'],
    ['help users lst', 'users lst'],
    ['help --json', '--json'],
    // What follows could be an argument, and nothing may be carried out.
    ['help users delete ada', 'users delete --help'],
    ['help doctor http://localhost', 'doctor --help'],
    ['help sync thredds', 'sync --help'],
  ])('asks for help of the command that it names, and carries out none: %s', (words, meant) => {
    expect(withoutHelpCommand(words.split(' '))).toEqual(meant.split(' '));
  });
});
