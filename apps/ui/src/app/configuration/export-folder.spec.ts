import { TestBed } from '@angular/core/testing';
import { ExportFolder } from './export-folder';

type Content = Map<string, Content | string>;

/** A folder of the File System Access API, in memory. */
function folderOf(content: Content, name = 'platform'): object {
  return {
    name,
    kind: 'directory',
    getDirectoryHandle: async (child: string) => {
      if (!content.has(child)) content.set(child, new Map());
      return folderOf(content.get(child) as Content, child);
    },
    getFileHandle: async (child: string) => ({
      kind: 'file',
      createWritable: async () => ({
        write: async (text: string) => void content.set(child, text),
        close: async () => undefined,
      }),
    }),
    async *entries() {
      for (const [child, value] of content)
        yield [child, typeof value === 'string' ? { kind: 'file' } : folderOf(value, child)];
    },
  };
}

describe('an export that is saved to a folder', () => {
  const choose = jest.fn();
  const files = [
    { name: 'principals.yml', content: 'users: []\n' },
    { name: 'services/maps.yml', content: 'providers: {}\n' },
  ];

  beforeEach(() => Object.assign(window, { showDirectoryPicker: choose }));
  afterEach(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));

  it('is written with its folders, and configuration files that are not of it are named and kept', async () => {
    const content: Content = new Map<string, Content | string>([
      ['principals.yml', 'old'],
      ['README.md', 'text'],
      ['services', new Map([['old.yml', 'providers: {}']])],
      ['.github', new Map([['checks.yml', 'x: 1']])],
    ]);
    choose.mockResolvedValue(folderOf(content));
    expect(await TestBed.inject(ExportFolder).save(files)).toEqual({
      name: 'platform',
      leftOver: ['services/old.yml'],
    });
    expect(content.get('principals.yml')).toBe('users: []\n');
    expect(content.get('services')).toEqual(
      new Map([
        ['old.yml', 'providers: {}'],
        ['maps.yml', 'providers: {}\n'],
      ]),
    );
  });

  it('is not saved if no folder is chosen, and a refusal of the browser is passed on', async () => {
    const folder = TestBed.inject(ExportFolder);
    choose.mockRejectedValue(new DOMException('', 'AbortError'));
    expect(await folder.save(files)).toBeUndefined();
    choose.mockRejectedValue(new DOMException('not here', 'SecurityError'));
    await expect(folder.save(files)).rejects.toThrow('not here');
  });

  it('is only offered by browsers that can do it', () => {
    Reflect.deleteProperty(window, 'showDirectoryPicker');
    expect(TestBed.inject(ExportFolder).isAvailable).toBe(false);
  });
});
