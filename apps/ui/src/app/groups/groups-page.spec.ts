import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { DeploymentSettings, EVENT_STREAM } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered, visibleText } from '@gatehouse/ui-kit/testing';
import { GroupsPage } from './groups-page';

describe('the list of groups', () => {
  let page: Rendered<GroupsPage>;
  const names = (): string[] => [...page.element.querySelectorAll('tbody a')].map(visibleText);

  beforeEach(async () => {
    const api = new StubbedApi().answer(
      'GET /prefix/ui/settings.json',
      someSettings({ anonymous_user: 'public' }),
    );
    const groups = ['administrators', 'public', 'sailors'].map((group_name, index) => ({
      group_name,
      group_id: index + 1,
      member_count: index,
    }));
    api.on('GET /prefix/groups?detail=true', () => Response.json({ groups }));
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: EVENT_STREAM, useValue: () => ({ close: () => undefined }) }],
    });
    await TestBed.inject(DeploymentSettings).load();
    page = await render(GroupsPage);
    await page.settle();
  });

  async function filter(text: string): Promise<void> {
    const field = page.element.querySelector<HTMLInputElement>('input[type="search"]')!;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await page.settle();
  }

  it('shows the group of all users as Everyone, and finds it by both names', async () => {
    expect(names()).toEqual(['administrators', 'Everyone', 'sailors']);
    await filter('every');
    expect(names()).toEqual(['Everyone']);
    await filter('public');
    expect(names()).toEqual(['Everyone']);
    expect(page.element.querySelector('tbody a')?.getAttribute('href')).toBe('/groups/public');
  });

  it('is exported with technical names', async () => {
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:saved';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.revokeObjectURL = () => undefined;
    await page.button('Export CSV').click();
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(saved!);
    });
    expect(text).toContain('public,1,Built in');
    expect(text).not.toContain('Everyone');
  });
});
