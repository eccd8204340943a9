import { TestBed } from '@angular/core/testing';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { LanguageChoice } from '../language/language-choice';
import { PrincipalName } from './principal-name';
import { PrincipalNames } from './principal-names';
import { PrincipalSearch } from './principal-search';

describe('the name of a user or group', () => {
  let api: StubbedApi;
  let names: PrincipalNames;

  beforeEach(async () => {
    api = new StubbedApi().answer('GET /prefix/ui/settings.json', someSettings({ anonymous_user: 'public' }));
    await TestBed.inject(DeploymentSettings).load();
    names = TestBed.inject(PrincipalNames);
  });

  it('is shown as it is, but that of all users, which is a setting, as Everyone with the technical name as tooltip', async () => {
    const everyone = await render(PrincipalName, { name: 'public' });
    expect([everyone.text, titleOf(everyone)]).toEqual(['Everyone', 'public']);
    // The usual name of other deployments means nothing here.
    const other = await render(PrincipalName, { name: 'anonymous' });
    expect([other.text, titleOf(other)]).toEqual(['anonymous', null]);
  });

  it('follows the language of the reader', async () => {
    TestBed.inject(LanguageChoice).choose('fr');
    expect((await render(PrincipalName, { name: 'public' })).text).toBe('Tout le monde');
    expect(names.everyoneFor('tout le')).toBe('public');
  });

  it('is that for display in titles, where a parameter of the address names a user or group', () => {
    expect(names.inParameters({ user_name: 'public', service: 'public' })).toEqual({
      user_name: 'Everyone',
      service: 'public',
    });
    expect(names.inParameters({ kind: 'groups', name: 'public' })).toEqual({
      kind: 'groups',
      name: 'Everyone',
    });
    // A service of the same name.
    expect(names.inParameters({ name: 'public' })).toEqual({ name: 'public' });
  });

  it.each([
    ['Every', 'public'],
    ['everyone', 'public'],
    ['e', undefined],
    ['very', undefined],
    ['everyone else', undefined],
  ])('is found by the beginning of the displayed name: “%s” finds %s', (searched, found) => {
    expect(names.everyoneFor(searched)).toBe(found);
  });

  it('is found by both names, once', async () => {
    const results = (q: string, ...found: object[]) =>
      api.answer(`GET /prefix/search?q=${q}&kinds=group&limit=20`, { results: found, truncated: false });
    results('every', { kind: 'group', id: 9, name: 'everyday' });
    results('publ', { kind: 'group', id: 1, name: 'public' }, { kind: 'group', id: 7, name: 'publishers' });
    const search = TestBed.inject(PrincipalSearch);
    expect(await search.find('group', 'every')).toEqual([
      { id: 'public', label: 'Everyone', note: 'public' },
      { id: 'everyday', label: 'everyday' },
    ]);
    expect(await search.find('group', 'publ')).toEqual([
      { id: 'public', label: 'Everyone', note: 'public' },
      { id: 'publishers', label: 'publishers' },
    ]);
  });
});

function titleOf({ fixture }: Rendered<PrincipalName>): string | null {
  return (fixture.nativeElement as HTMLElement).getAttribute('title');
}
