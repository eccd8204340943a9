import { ChangeDetectionStrategy, Component, signal, viewChild } from '@angular/core';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { englishGridTexts, GeneratedSource } from '../testing';
import type { MenuItem } from './grid-menu';
import type { GridRow } from './grid-source';
import { GridState } from './grid-state';
import { PermissionGrid } from './permission-grid';

@Component({
  imports: [PermissionGrid],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-permission-grid
      label="Permissions of ada"
      [state]="state"
      [texts]="texts"
      [shortcuts]="shortcuts()"
      [actions]="actions()"
      (explain)="explained.push($event.branch.row.path + ' ' + $event.permission)"
      (acted)="explained.push($event.branch.row.path + ' ' + $event.action)"
    />
  `,
})
class Page {
  static source = new GeneratedSource([30, 2]);
  readonly state = new GridState(Page.source, { actions: true });
  readonly texts = englishGridTexts;
  readonly shortcuts = signal(true);
  readonly actions = signal<() => readonly MenuItem[]>(() => [{ id: 'delete', label: 'Delete' }]);
  readonly explained: string[] = [];
  readonly grid = viewChild.required(PermissionGrid);
}

describe('a permission grid', () => {
  let page: Rendered<Page>;

  beforeEach(async () => {
    Page.source = new GeneratedSource([30, 2]);
    page = await render(Page);
  });

  afterEach(() => document.querySelectorAll('.cdk-overlay-container').forEach((overlay) => overlay.remove()));

  const rows = () => [...page.element.querySelectorAll<HTMLElement>('[data-index]')];
  const row = (index: number) => page.element.querySelector<HTMLElement>(`[data-index="${index}"]`)!;
  const cell = (index: number, column: number) =>
    row(index).querySelector<HTMLElement>(`[data-column="${column}"]`)!;
  const press = async (key: string, modifiers: { ctrlKey?: boolean } = {}) => {
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, ...modifiers, bubbles: true, cancelable: true }),
    );
    await page.settle();
  };
  const menuItems = () =>
    [...document.querySelectorAll('[role^="menuitem"]')].map((item) => ({
      text: item.querySelector('span:not([aria-hidden])')?.textContent?.trim(),
      checked: item.getAttribute('aria-checked'),
    }));

  it('is a treegrid that states the numbers of rows and columns, and the position of each row', async () => {
    const grid = page.element.querySelector('[role="treegrid"]')!;
    expect(grid.getAttribute('aria-label')).toBe('Permissions of ada');
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['32', '4']);
    expect(row(0).getAttribute('aria-expanded')).toBe('true');
    const attributes = ['aria-rowindex', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'];
    expect(attributes.map((name) => row(3).getAttribute(name))).toEqual(['5', '2', '3', '30', 'false']);
    const headers = [...page.element.querySelectorAll('[role="columnheader"]')];
    expect(headers.map((header) => header.textContent?.trim())).toEqual([
      'Resource',
      'read',
      'write',
      'Actions',
    ]);
  });

  it('draws the visible rows only', async () => {
    Page.source = new GeneratedSource([100_000]);
    page = await render(Page);
    expect(rows().length).toBeLessThanOrEqual(60);
    expect(rows().length).toBeGreaterThan(10);
  });

  it('has one stop of the Tab key, which moves with the arrows', async () => {
    const stops = () => [...page.element.querySelectorAll('[role="treegrid"] [tabindex="0"]')];
    expect(stops()).toEqual([cell(0, 0)]);
    cell(0, 0).focus();
    await press('ArrowDown');
    await press('End');
    expect(stops()).toEqual([cell(1, 3)]);
    expect(document.activeElement).toBe(cell(1, 3));
  });

  it('opens the choices of a cell with Enter, edits it, and returns the focus', async () => {
    cell(1, 1).focus();
    await press('Enter');
    expect(menuItems().map(({ text }) => text)).toEqual([
      'Allow, and below',
      'Allow, only this',
      'Deny, and below',
      'Deny, only this',
      'Not set here (inherit)',
      'Explain',
    ]);
    expect(menuItems()[4]?.checked).toBe('true');
    document.querySelectorAll<HTMLElement>('[role^="menuitem"]')[3]?.click();
    await page.settle();
    expect(cell(1, 1).getAttribute('aria-label')).toBe(
      'Deny only this. Denied, no-permission (in effect), not saved',
    );
    expect(cell(1, 1).textContent).toContain('Deny');
    expect(menuItems()).toEqual([]);
    expect(document.activeElement).toBe(cell(1, 1));
  });

  it('shows of a group what its members may do, and emphasizes what its own assignments decide', async () => {
    const none = { access: 'deny', reason: 'no-permission', resource_id: null, principal: null } as const;
    const everyones = { access: 'allow', reason: 'group:1:public', resource_id: 1, principal: null } as const;
    const groups = { access: 'allow', reason: 'group:4:editors', resource_id: 1, principal: null } as const;
    const shownAs = async (cells: GridRow['cells']) => {
      Page.source.change(1, { cells });
      await page.fixture.componentInstance.state.refresh();
      await page.settle();
      return [1, 2].map((column) => {
        const effect = cell(0, column).querySelector('.effect')!;
        return `${effect.textContent?.replace(/\s+/g, ' ').trim()}${effect.matches('.own') ? ' (own)' : ''}`;
      });
    };
    expect(
      await shownAs({
        read: { explicit: null, effective: none, member: everyones },
        write: { explicit: null, effective: groups, member: groups },
      }),
    ).toEqual(['Allowed group:1:public', 'Allowed group:4:editors (own)']);
    expect(cell(0, 1).getAttribute('aria-label')).toBe('Not set. Allowed, group:1:public (in effect)');
    // Users, and the group of all users itself.
    expect(
      await shownAs({
        read: { explicit: null, effective: everyones },
        write: { explicit: null, effective: everyones, member: everyones },
      }),
    ).toEqual(['Allowed group:1:public', 'Allowed group:1:public (own)']);
    expect(
      await shownAs({
        read: { explicit: null, effective: none, member: none },
        write: { explicit: null, effective: groups },
      }),
    ).toEqual(['Denied no-permission', 'Allowed group:4:editors (own)']);
  });

  it('names each cell by its visible text, with what that means', async () => {
    cell(1, 1).focus();
    await press('a');
    for (const each of [cell(1, 1), cell(1, 2)]) {
      const words = (text: string) =>
        text
          .toLowerCase()
          .match(/[a-z-]+/g)!
          .join(' ');
      expect(words(each.getAttribute('aria-label')!)).toContain(words(each.innerText ?? each.textContent));
    }
  });

  it('marks an edited cell whose assignment somebody else has changed, with the name', async () => {
    cell(1, 1).focus();
    await press('a');
    const { state } = page.fixture.componentInstance;
    const branch = state.lineAt(1)!.branch!;
    const remote = { now: null, isDeleted: false, revision: 9, by: 'ada', at: null };
    state.edits.mark(branch.row.resource_id, 'read', remote);
    await page.settle();
    expect(cell(1, 1).classList).toContain('conflict');
    expect(cell(1, 1).textContent).toContain('Changed by ada');
    expect(cell(1, 1).getAttribute('aria-label')).toBe('Allow and below. Changed by ada. In revision 9');
    expect(cell(1, 2).classList).not.toContain('conflict');
  });

  it('takes back the last edit with Ctrl+Z, announces it, and moves there', async () => {
    cell(2, 1).focus();
    await press('d');
    cell(1, 2).focus();
    await press('z', { ctrlKey: true });
    const announced = () => page.element.querySelector('[aria-live="polite"]')?.textContent;
    expect(announced()).toBe('Taken back: read on service/r1');
    expect(document.activeElement).toBe(cell(2, 1));
    expect(page.fixture.componentInstance.state.edits.count()).toBe(0);
    await press('z', { ctrlKey: true });
    expect(announced()).toBe('Nothing to take back');
  });

  it('moves the focus back to the cursor when that is requested', async () => {
    page.fixture.componentInstance.state.moveToIndex(3, 2);
    await page.settle();
    expect(document.activeElement).not.toBe(cell(3, 2));
    page.fixture.componentInstance.state.requestFocus();
    await page.settle();
    expect(document.activeElement).toBe(cell(3, 2));
  });

  it('highlights the resource of a link and moves the focus there, unless the user is elsewhere', async () => {
    await page.fixture.componentInstance.state.reveal(Page.source.idOf([20]));
    page.fixture.componentInstance.grid().showFound();
    await page.settle();
    expect(row(21).classList).toContain('found');
    expect(document.activeElement).toBe(cell(21, 0));
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await page.fixture.componentInstance.state.reveal(Page.source.idOf([5]));
    page.fixture.componentInstance.grid().showFound();
    await page.settle();
    expect(row(6).classList).toContain('found');
    expect(row(21)?.classList ?? []).not.toContain('found');
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('announces what a key has set', async () => {
    cell(1, 2).focus();
    await press('a');
    expect(page.element.querySelector('[aria-live="polite"]')?.textContent).toBe('write: Allow, and below');
  });

  it('expands a resource when its name is clicked', async () => {
    cell(1, 0).click();
    await page.settle();
    expect(page.element.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount')).toBe('34');
    expect(row(1).getAttribute('aria-expanded')).toBe('true');
  });

  it('requests an explanation, and an action on a resource', async () => {
    cell(2, 1).focus();
    await press('?');
    cell(2, 3).click();
    await page.settle();
    document.querySelector<HTMLElement>('[role="menuitem"]')?.click();
    await page.settle();
    expect(page.fixture.componentInstance.explained).toEqual(['service/r1 read', 'service/r1 delete']);
  });

  it('states that a permission does not apply', async () => {
    Page.source = new GeneratedSource([3]);
    Page.source.change(Page.source.idOf([0]), { cells: {} });
    page = await render(Page);
    expect(cell(1, 1).getAttribute('aria-disabled')).toBe('true');
    expect(cell(1, 1).getAttribute('aria-label')).toBe('Does not apply');
    cell(1, 1).click();
    await page.settle();
    expect(menuItems()).toEqual([]);
  });
});
