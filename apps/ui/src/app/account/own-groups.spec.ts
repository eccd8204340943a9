import { TestBed } from '@angular/core/testing';
import { Session } from '@gatehouse/ui-data';
import { aUser, signedIn, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { OwnGroups } from './own-groups';

const names = Array.from({ length: 70 }, (_, index) => `group-${String(index + 1).padStart(2, '0')}`);

describe('the groups of the signed-in user', () => {
  let api: StubbedApi;
  let page: Rendered<OwnGroups>;

  const memberOf = (...group_names: string[]) =>
    api.answer('GET /prefix/users/alice/groups?status=active', { group_names });
  const rows = () =>
    Array.from(document.querySelectorAll('ul.list strong'), ({ textContent }) => textContent?.trim());

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(aUser()))
      .answer('GET /prefix/users/alice/groups?status=pending', { group_names: [] })
      .answer('GET /prefix/register/groups?detail=true', {
        group_names: names,
        groups: names.map((group_name) => ({
          group_name,
          description: group_name === 'group-50' ? 'Glaciers and snow' : '',
        })),
      });
    memberOf('anonymous', 'group-60');
    await TestBed.inject(Session).refresh();
    page = await render(OwnGroups);
    await page.settle();
  });

  it('are read with one request for all groups that can be joined', () => {
    expect(api.calls.filter((call) => call.includes('/register/groups'))).toEqual([
      'GET /prefix/register/groups?detail=true',
    ]);
    expect(api.calls).toHaveLength(4);
  });

  it('come first, and further groups are shown on request', async () => {
    expect(rows()).toEqual(['group-60', ...names.slice(0, 7)]);
    await page.button('Show all 70 groups').click();
    expect(rows()).toHaveLength(70);
  });

  it('are found by words of their names and descriptions', async () => {
    await page.field('Search groups').fill('GLACIERS');
    expect(rows()).toEqual(['group-50']);
    await page.field('Search groups').fill('nothing');
    expect(page.text).toContain('No group matches “nothing”.');
  });

  it.each([
    ['joined', 'group-01', 'Join group-01', 'Leave group-01', 'POST', ['anonymous', 'group-60', 'group-01']],
    ['left', 'group-60', 'Leave group-60', 'Join group-60', 'DELETE', ['anonymous']],
  ])('keep the focus and their place when one is %s', async (_what, group, press, next, method, after) => {
    const before = rows();
    api.answer(`${method} /prefix/register/groups/${group}`, {});
    memberOf(...after);
    document.querySelector<HTMLElement>(`[aria-label="${press}"]`)!.focus();
    await page.button(press).click();
    expect(page.button(next).focused).toBe(true);
    expect(rows()).toEqual(before);
  });
});
