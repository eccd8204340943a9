import { generatedPart, markdownTable } from '@gatehouse/testing';
import type { ReferenceSetting } from './reference-setting';
import { REFERENCE_SETTINGS } from './settings-table';

function counterpartOf(setting: ReferenceSetting): string {
  switch (setting.outcome) {
    case 'translated':
      return `\`${setting.to}\``;
    case 'default':
      return setting.to === undefined ? 'by default' : `\`${setting.to}\`, by default`;
    case 'decision':
      return 'needs a decision';
    case 'none':
      return 'none';
  }
}

describe('the table of settings in docs/migration.md', () => {
  it('equals the table of the translation (npm run golden)', () => {
    const rows = REFERENCE_SETTINGS.map((setting) => [
      setting.names.map((name) => `\`${name}\``).join(', '),
      counterpartOf(setting),
      setting.remark,
    ]);
    const table = markdownTable(['Setting', 'In Gatehouse', 'Remarks'], rows);
    expect(generatedPart('docs/migration.md', 'settings of Magpie', table)).toBe(table);
  });
});
