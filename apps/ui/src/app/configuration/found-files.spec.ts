import { droppedFiles, pickedFiles } from './found-files';

interface Tree {
  readonly [name: string]: Tree | string;
}

/** An entry of what is dropped, as browsers give them; folders in parts of two entries. */
function entryOf(name: string, content: Tree | string, before = ''): FileSystemEntry {
  const fullPath = `${before}/${name}`;
  const common = {
    name,
    fullPath,
    isFile: typeof content === 'string',
    isDirectory: typeof content !== 'string',
  };
  if (typeof content === 'string') {
    const file = (resolve: (file: File) => void, reject: (error: unknown) => void) =>
      content === 'unreadable' ? reject(new Error('gone')) : resolve(new File([content], name));
    return { ...common, file } as unknown as FileSystemEntry;
  }
  const entries = Object.entries(content).map(([child, value]) => entryOf(child, value, fullPath));
  const createReader = () => ({
    readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(entries.splice(0, 2)),
  });
  return { ...common, createReader } as unknown as FileSystemEntry;
}

const dropped = (tree: Tree) =>
  Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, content),
  })) as unknown as DataTransferItemList;

describe('files that are dropped', () => {
  it('are those of all folders, with their paths, without hidden ones', async () => {
    const found = await droppedFiles(
      dropped({
        'one.yml': 'x: 1',
        platform: {
          'a.yml': 'a',
          'b.yml': 'b',
          'c.yml': 'c',
          '.git': { 'config.yml': 'no' },
          services: { 'maps.yml': 'm' },
        },
      }),
    );
    expect(found.map(({ name }) => name)).toEqual([
      'one.yml',
      'platform/a.yml',
      'platform/b.yml',
      'platform/c.yml',
      'platform/services/maps.yml',
    ]);
  });

  it('are found also if they cannot be read, so that they are reported', async () => {
    const [found] = await droppedFiles(dropped({ 'gone.yml': 'unreadable' }));
    expect(found?.name).toBe('gone.yml');
    await expect(found?.file.arrayBuffer()).rejects.toThrow();
  });
});

describe('files of a picker', () => {
  it('have their path from the chosen folder, and hidden ones are left out', () => {
    const file = (webkitRelativePath: string) =>
      Object.assign(Object.create({}), { name: 'a.yml', webkitRelativePath }) as File;
    const list = [file('platform/a.yml'), file('platform/.github/a.yml'), file('')];
    expect(pickedFiles(list as unknown as FileList).map(({ name }) => name)).toEqual([
      'platform/a.yml',
      'a.yml',
    ]);
  });
});
