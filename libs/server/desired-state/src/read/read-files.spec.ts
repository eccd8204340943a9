import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readFiles } from './read-files';

/** Does something without the rights of root, which may read everything. */
function asAnotherAccount<T>(work: () => T): T {
  const { geteuid, seteuid } = process;
  if (!geteuid || !seteuid || geteuid() !== 0) return work();
  seteuid(65_534);
  try {
    return work();
  } finally {
    seteuid(0);
  }
}

describe('the files of a path', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string | Buffer = name): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const namesOf = (path: string): string[] => readFiles(path).files.map(({ name }) => basename(name));
  const reasons = (path: string): string[] =>
    readFiles(path).messages.map(
      ({ severity, path: name, detail }) => `${severity} ${basename(name)} ${detail}`,
    );

  it('are the file itself, whatever its name ends in', () => {
    const path = write('permissions');
    expect(readFiles(path)).toEqual({ files: [{ name: path, text: 'permissions' }], messages: [] });
  });

  it('are those of a folder with known endings, by name, without those of folders in it', () => {
    for (const name of ['b.json', 'a.yml', 'C.yaml', 'a.cfg', 'notes.md', 'd.yml.bak', '.hidden'])
      write(name);
    mkdirSync(join(folder, 'e.yml'));
    expect(namesOf(folder)).toEqual(['C.yaml', 'a.cfg', 'a.yml', 'b.json']);
    expect(reasons(folder)).toEqual([]);
  });

  it('are none, with a warning, for a path that does not exist', () => {
    expect(readFiles(join(folder, 'none')).files).toEqual([]);
    expect(reasons(join(folder, 'none'))).toEqual([
      'warning none The file cannot be read: it does not exist.',
    ]);
  });

  it.each<[string, (path: string) => unknown, string]>([
    ['a loop of links', (path) => symlinkSync(path, path), 'its links form a loop'],
    ['a link to nothing', (path) => symlinkSync('/nowhere/at/all', path), 'it does not exist'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is neither a file nor a folder'],
    [
      'UTF-16',
      (path) => writeFileSync(path, Buffer.from('\ufeffa: 1', 'utf16le')),
      'it is not text in UTF-8',
    ],
    ['a device', (path) => symlinkSync('/dev/zero', path), 'it is neither a file nor a folder'],
    ['Latin-1', (path) => writeFileSync(path, Buffer.from('a: é', 'latin1')), 'it is not text in UTF-8'],
  ])('are refused for %s, and the others are read', (_, make, reason) => {
    make(join(folder, 'b.yml'));
    write('c.yml');
    expect(reasons(folder)).toEqual([`refused b.yml The file cannot be read: ${reason}.`]);
    expect(namesOf(folder)).toEqual(['c.yml']);
  });

  it('are missing in an empty folder, which a warning says', () => {
    writeFileSync(join(folder, 'README.md'), '');
    expect(readFiles(folder).files).toEqual([]);
    expect(reasons(folder)).toEqual([
      expect.stringMatching(
        /^warning .* The file cannot be read: the folder has no files whose names end in .cfg, .json, .yml, .yaml.$/,
      ),
    ]);
  });

  it('are refused if they are larger than 64 MB together, and nothing further is read', () => {
    for (const name of ['a.yml', 'b.yml', 'c.yml']) truncateSync(write(name), 33 * 1024 * 1024);
    expect(reasons(folder)).toEqual([
      'refused b.yml The file cannot be read: the files are larger than 64 MB.',
    ]);
    expect(namesOf(folder)).toEqual(['a.yml']);
  });

  it('are refused for a pipe and a device that the path itself is', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect([...reasons(pipe), ...reasons('/dev/zero')]).toEqual([
      'refused pipe The file cannot be read: it is neither a file nor a folder.',
      'refused zero The file cannot be read: it is neither a file nor a folder.',
    ]);
  });

  it('are refused for a file or a folder that this account may not read', () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    const file = write('a.yml');
    chmodSync(folder, 0o755);
    chmodSync(closed, 0);
    chmodSync(file, 0);
    const found = asAnotherAccount(() => [closed, file, folder, join(closed, 'b.yml')].map(reasons));
    const denied = 'The file cannot be read: this account has no permission to read it.';
    expect(found.flat()).toEqual(
      ['closed', 'a.yml', 'a.yml', 'b.yml'].map((name) => `refused ${name} ${denied}`),
    );
    chmodSync(closed, 0o700);
  });

  it('are refused below a file', () => {
    expect(reasons(join(write('a.yml'), 'b.yml'))).toEqual([
      'refused b.yml The file cannot be read: a part of its path is no folder.',
    ]);
  });
});
