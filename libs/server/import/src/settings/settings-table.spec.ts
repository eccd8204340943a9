import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNamed } from '@gatehouse/settings';
import { REFERENCE_SETTINGS, looksLikeReference, referenceSetting } from './settings-table';

/** Names that occur in the sources of the reference, with the file; read from them, not from the table. */
const names = readFileSync(join(__dirname, 'reference-names.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [name: string, file: string]);

describe('the table of settings of the reference', () => {
  it('has a list of names of the reference, of its proxy and of birdhouse-deploy to be compared with', () => {
    const from = (product: string): number => names.filter(([, file]) => file.startsWith(product)).length;
    expect(from('Magpie: ')).toBeGreaterThan(120);
    expect(from('Twitcher: ')).toBeGreaterThan(15);
    expect(from('birdhouse-deploy: ')).toBeGreaterThan(20);
  });

  it.each(names)('knows %s (%s)', (name) => {
    expect(referenceSetting(name)).toBeDefined();
  });

  it('lists every name once', () => {
    const all = REFERENCE_SETTINGS.flatMap((setting) => setting.names);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('names only settings that exist', () => {
    const targets = REFERENCE_SETTINGS.flatMap((setting) => ('to' in setting ? (setting.to ?? []) : []));
    expect(targets.filter((name) => settingNamed(name) === undefined)).toEqual([]);
    const inRemarks = REFERENCE_SETTINGS.flatMap(({ remark }) => remark.match(/SVC_[A-Z0-9_]+/g) ?? []);
    expect(
      inRemarks.filter((name) => settingNamed(name) === undefined && name !== 'SVC_INI_FILE_PATH'),
    ).toEqual([]);
  });

  it('says why a setting is not translated', () => {
    const silent = REFERENCE_SETTINGS.filter(
      ({ outcome, remark }) => outcome !== 'translated' && remark === '',
    );
    expect(silent).toEqual([]);
  });

  it('does not know a name that no file of the reference has', () => {
    expect(referenceSetting('MAGPIE_COOKIE_NMAE')).toBeUndefined();
    expect(looksLikeReference('MAGPIE_COOKIE_NMAE')).toBe(true);
    expect(looksLikeReference('JUPYTERHUB_ADMIN_USERS')).toBe(false);
  });
});
