import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readFiles, readPaths } from './read-files';

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
      ({ severity, path: name, detail }) => `${severity} ${basename(name)} ${detail.en}`,
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

  describe('while somebody changes them', () => {
    afterEach(() => jest.restoreAllMocks());

    /** Does something at the first call of a function of the file system, before or after it. */
    function at(
      name: 'openSync' | 'readFileSync' | 'readdirSync',
      when: 'before' | 'after',
      work: () => void,
    ) {
      const real = fs[name] as (...values: readonly unknown[]) => unknown;
      let isDone = false;
      jest.spyOn(fs, name).mockImplementation(((...values: readonly unknown[]) => {
        const doOnce = (): void => {
          if (isDone) return;
          isDone = true;
          work();
        };
        if (when === 'before') doOnce();
        const result = real(...values);
        if (when === 'after') doOnce();
        return result;
      }) as never);
    }

    const replace = (path: string, text: string): void => {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    };
    const pipeAt = (path: string): void => {
      unlinkSync(path);
      execFileSync('mkfifo', [path]);
    };
    const CHANGED =
      'The file cannot be read: it was changed while it was read; read it again when it is complete.';

    it.each<
      [
        string,
        'openSync' | 'readFileSync' | 'readdirSync',
        'before' | 'after',
        (path: string) => void,
        string,
      ]
    >([
      [
        'was deleted after it was listed',
        'openSync',
        'before',
        unlinkSync,
        'The file cannot be read: it does not exist.',
      ],
      ['was emptied by an editor', 'readFileSync', 'before', (path) => truncateSync(path), CHANGED],
      ['was written on', 'readFileSync', 'after', (path) => fs.appendFileSync(path, '- more'), CHANGED],
      [
        'was replaced by another one of the same size',
        'readFileSync',
        'after',
        (path) => replace(path, 'A.yml'),
        CHANGED,
      ],
      ['was deleted after it was read', 'readFileSync', 'after', unlinkSync, CHANGED],
      [
        'became a link to itself',
        'readFileSync',
        'after',
        (path) => (unlinkSync(path), symlinkSync(path, path)),
        CHANGED,
      ],
      [
        'became a pipe',
        'openSync',
        'before',
        pipeAt,
        'The file cannot be read: it is neither a file nor a folder.',
      ],
      [
        'became a folder',
        'openSync',
        'before',
        (path) => (unlinkSync(path), mkdirSync(path)),
        'The file cannot be read: it is neither a file nor a folder.',
      ],
    ])('are refused if one of them %s', (_, name, when, change, reason) => {
      const path = write('a.yml');
      write('b.yml');
      at(name, when, () => change(path));
      expect(reasons(folder)).toEqual([`refused a.yml ${reason}`]);
    });

    it('are refused if others are there after they were listed', () => {
      write('a.yml');
      at('readdirSync', 'after', () => write('b.yml'));
      expect(reasons(folder)).toEqual([`refused ${basename(folder)} ${CHANGED}`]);
    });

    it('are refused if a link led to others meanwhile, as for volumes of Kubernetes', () => {
      for (const version of ['one', 'two']) {
        mkdirSync(join(folder, version));
        for (const name of ['a.yml', 'b.yml']) write(join(version, name), version);
      }
      const current = join(folder, 'current');
      symlinkSync('one', current);
      const turn = (): void => {
        symlinkSync('two', `${current}.new`);
        renameSync(`${current}.new`, current);
      };
      at('readFileSync', 'after', turn);
      expect(reasons(current)).toEqual([`refused a.yml ${CHANGED}`]);
    });

    it('are refused if they change until those of the last path were read', () => {
      const [one, other] = [write('a.yml'), write('b.yml')];
      const real = fs.readFileSync;
      let count = 0;
      jest.spyOn(fs, 'readFileSync').mockImplementation(((...values: Parameters<typeof real>) => {
        const result = real(...values);
        count += 1;
        if (count === 2) writeFileSync(one, 'changed');
        return result;
      }) as never);
      const found = readPaths([one, other]).map(({ messages }) => messages.map(({ detail }) => detail.en));
      expect(found).toEqual([[CHANGED], []]);
    });
  });
});
