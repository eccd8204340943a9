import { MAX_CONFIGURATION_FILES } from '@gatehouse/ui-data';
import { type ChosenFile, MAX_CONFIGURATION_BYTES, withFiles } from './chosen-files';
import type { FoundFile } from './found-files';

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer> = 'groups: []'): FoundFile => ({
  name,
  file: withBytes(new File([content], name)),
});

/** The files of the environment of these tests have no `arrayBuffer`. */
function withBytes(file: File): File {
  file.arrayBuffer = () =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(file);
    });
  return file;
}

const namesOf = (files: readonly ChosenFile[]) => files.map(({ name }) => name);

describe('files that are chosen', () => {
  it('are in the byte order of their names, in which a start reads a folder', async () => {
    const { files, faults } = await withFiles(
      [],
      ['b.yml', 'a/é.json', 'a/z.cfg', 'B.YAML'].map((name) => fileOf(name)),
    );
    expect(namesOf(files)).toEqual(['B.YAML', 'a/z.cfg', 'a/é.json', 'b.yml']);
    expect(faults).toEqual([]);
  });

  it('replace those of their names, with their size in bytes', async () => {
    const { files: before } = await withFiles([], [fileOf('a.yml', 'x: 1'), fileOf('b.yml')]);
    const { files } = await withFiles(before, [fileOf('a.yml', 'é: 2')]);
    expect(files[0]).toEqual({ name: 'a.yml', content: 'é: 2', size: 5 });
    expect(files).toHaveLength(2);
  });

  it('are refused with the reason if they cannot be used, and the others are taken', async () => {
    const broken = fileOf('gone.yml');
    broken.file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    const { files, faults } = await withFiles(
      [],
      [
        fileOf('README.md'),
        fileOf('latin.yml', new Uint8Array([0xe9, 0x3a])),
        broken,
        fileOf('lines.jsonl', '{"name": "a.yml"}\n'),
        fileOf('text.jsonl', 'groups: []'),
        fileOf('good.yml'),
      ],
    );
    expect(namesOf(files)).toEqual(['good.yml']);
    expect(faults).toEqual([
      { name: 'README.md', reason: 'type' },
      { name: 'latin.yml', reason: 'encoding' },
      { name: 'gone.yml', reason: 'unreadable' },
      { name: 'lines.jsonl', reason: 'lines' },
      { name: 'text.jsonl', reason: 'lines' },
    ]);
  });

  it('are those of an export, if it is one', async () => {
    const lines = [
      { name: 'principals.yml', content: 'users: []\n' },
      { name: 'service-maps.yml', content: 'providers: {}\n' },
      { omitted: { passwords: ['ada'], variables: [] } },
    ];
    const exported = lines.map((line) => JSON.stringify(line)).join('\n');
    const { files } = await withFiles([], [fileOf('configuration.jsonl', `${exported}\n`)]);
    expect(files).toEqual([
      { name: 'principals.yml', content: 'users: []\n', size: 10 },
      { name: 'service-maps.yml', content: 'providers: {}\n', size: 14 },
    ]);
  });

  it('are at most as many and as large as the API takes, counted with those that were chosen before', async () => {
    const chosen = Array.from({ length: MAX_CONFIGURATION_FILES - 1 }, (_, index) => ({
      name: `${index}.yml`,
      content: '',
      size: 0,
    }));
    const several = await withFiles(chosen, [fileOf('a.yml'), fileOf('b.yml'), fileOf('0.yml')]);
    expect(several.files).toHaveLength(MAX_CONFIGURATION_FILES);
    expect(several.faults).toEqual([{ name: 'b.yml', reason: 'count' }]);
    const large = { name: 'large.yml', content: '', size: MAX_CONFIGURATION_BYTES - 10 };
    const added = await withFiles(
      [large],
      [fileOf('eleven.yml', '12345678901'), fileOf('ten.yml', '1234567890')],
    );
    expect(namesOf(added.files)).toEqual(['large.yml', 'ten.yml']);
    expect(added.faults).toEqual([{ name: 'eleven.yml', reason: 'size' }]);
  });
});
