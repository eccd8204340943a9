import type { ImportReport } from '@gatehouse/import';
import type { Output } from '../output/output';
import { showImportReport } from './show-import';

// Jest does not load packages without CommonJS; the texts below are as wide as they are long.
jest.mock('string-width', () => ({ __esModule: true, default: (text: string) => text.length }));

const EXAMPLE = {
  ...{ code: 'group_name_taken', kind: 'group', ids: [1], rule: '', alternatives: [], isRefused: true },
  ...{
    subject: 'hydrologists of the northern rivers',
    detail: 'the name is taken here by a group of others',
  },
};
const REPORT = {
  keepsIds: true,
  counts: [],
  conflicts: [
    {
      code: 'group_name_taken',
      summary: 'Groups with a name that another group of this instance already has.',
      rule: 'It is not imported. With a denial of its own, the import is refused until it is decided.',
      alternatives: ['skip', 'rename: …'],
      ...{ count: 1, refused: 1, examples: [EXAMPLE] },
    },
  ],
} as unknown as ImportReport;

async function shown(width: number): Promise<string[]> {
  const lines: string[] = [];
  const output = {
    ...{ width, format: 'table', rows: async () => undefined, paint: (_style: string, text: string) => text },
    line: (text: string) => void lines.push(...text.split('\n')),
  };
  await showImportReport(output as unknown as Output, REPORT);
  return lines;
}

describe('the report of an import', () => {
  it('is wrapped into a terminal, below the begin of each text', async () => {
    expect(await shown(50)).toEqual([
      '',
      'Identifiers are those of the source.',
      '',
      'group_name_taken: 1, 1 to be decided. Groups with',
      'a name that another group of this instance already',
      'has.',
      '  rule: It is not imported. With a denial of its',
      '  own, the import is refused until it is decided.',
      '  alternatives: skip, rename: …',
      '  - hydrologists of the northern rivers: the name',
      '    is taken here by a group of others',
    ]);
  });

  it('has each text in one line where the output is no terminal', async () => {
    expect(await shown(Infinity)).toHaveLength(7);
  });
});
