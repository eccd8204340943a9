import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AccessEntryDto } from '@gatehouse/dto';
import { DeploymentSettings, EVENT_STREAM } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered, visibleText } from '@gatehouse/ui-kit/testing';
import { AccessList } from './access-list';
import { EditsInProgress } from './edits-in-progress';
import { PermissionsStore } from './permissions.store';

const NOBODY = { access: 'deny', reason: 'no-permission', resource_id: null, principal: null };
const EVERYONE = { access: 'allow', reason: 'group:1:public', resource_id: 3, principal: 'group:1:public' };
const SAILORS = { access: 'deny', reason: 'group:5:sailors', resource_id: 9, principal: 'group:5:sailors' };

const read = { permission_name: 'read' };
const ENTRIES: AccessEntryDto[] = [
  { group_name: 'divers', ...read, ...NOBODY, member: EVERYONE },
  { group_name: 'public', ...read, ...EVERYONE, member: EVERYONE },
  { group_name: 'sailors', ...read, ...SAILORS, member: SAILORS },
  { user_name: 'ada', ...read, ...EVERYONE },
];
const LIST = 'GET /prefix/resources/9/access?access=allow';

describe('the list of who has access', () => {
  let api: StubbedApi;
  let page: Rendered<AccessList>;
  const rows = (): string[] =>
    [...page.element.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 4).map(visibleText).join(' | '),
    );

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings({ anonymous_user: 'public' }))
      .answer('GET /prefix/resources/9/location', {
        ancestors: [{ resource_name: 'archive' }, { resource_name: 'ocean' }],
      })
      .answer(`${LIST}&offset=0&limit=100&by_member=true`, {
        revision: 1,
        total: 4,
        offset: 0,
        entries: ENTRIES,
      });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        PermissionsStore,
        EditsInProgress,
        { provide: EVENT_STREAM, useValue: () => ({ close: () => undefined }) },
      ],
    });
    await TestBed.inject(DeploymentSettings).load();
    page = await render(AccessList, { service: 'archive', resourceId: 9, names: ['read'] });
    await page.settle();
  });

  it('states for a group what its members may do, and emphasizes what its own assignments decide', () => {
    expect(rows()).toEqual([
      'divers group | read | Allowed | everyone',
      'Everyone group | read | Allowed | everyone',
      'sailors group | read | Denied | group sailors',
      'ada user | read | Allowed | everyone',
    ]);
    const lighter = [...page.element.querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('.inherited') !== null,
    );
    expect(lighter).toEqual([true, false, false, true]);
    expect(page.element.querySelector('gh-principal[title="public"]')?.textContent).toBe('Everyone');
  });

  it('explains the decision for the members of a group', async () => {
    api.answer('GET /prefix/groups/divers/resources/9/permissions/explain?permission=read', {
      permission: 'read',
      access: 'allow',
      reason: 'group:1:public',
      rules: [
        {
          holder: 'group:1:public',
          resource_id: 3,
          resource_name: 'archive',
          distance: 1,
          access: 'allow',
          scope: 'recursive',
          used: true,
          because: 'this assignment decides',
          because_code: 'decides',
        },
      ],
    });
    await page.button('Explain: divers, read').click();
    const { text } = page;
    expect(text).toContain(
      'A member of divers without other assignments is allowed to read. Reason: everyone.',
    );
    expect(text).toContain('everyone · archive · Allow here and below used · this assignment decides');
  });

  it('finds everyone by the name that is displayed, before others whose names contain it', async () => {
    const everyday = { group_name: 'everyday', ...read, ...NOBODY, member: EVERYONE };
    api
      .answer(`${LIST}&q=public&offset=0&limit=1000&by_member=true`, {
        revision: 1,
        total: 2,
        offset: 0,
        entries: [ENTRIES[1], { ...everyday, group_name: 'publishers' }],
      })
      .answer(`${LIST}&q=every&offset=0&limit=100&by_member=true`, {
        revision: 1,
        total: 1,
        offset: 0,
        entries: [everyday],
      });
    const field = page.element.querySelector<HTMLInputElement>('input[type="search"]')!;
    field.value = 'every';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await page.settle();
    expect(rows()).toEqual([
      'Everyone group | read | Allowed | everyone',
      'everyday group | read | Allowed | everyone',
    ]);
  });

  it('is exported with the decision by assignments of the group, and that for its members', async () => {
    api.answer(`${LIST}&offset=0&limit=1000&by_member=true`, {
      revision: 1,
      total: 4,
      offset: 0,
      entries: ENTRIES,
    });
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:saved';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.revokeObjectURL = () => undefined;
    await page.button('Export CSV').click();
    await page.settle();
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(saved!);
    });
    expect(
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual([
      'kind,name,permission,access,reason,access_of_members,reason_of_members',
      'group,divers,read,deny,no-permission,allow,group:1:public',
      'group,public,read,allow,group:1:public,allow,group:1:public',
      'group,sailors,read,deny,group:5:sailors,deny,group:5:sailors',
      'user,ada,read,allow,group:1:public,,',
    ]);
  });
});
