import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { Table, TableCell } from './table';
import { arrange, type Column, firstView } from './table-model';

interface Person {
  readonly name: string;
  readonly age: number;
}

const columns: readonly Column<Person>[] = [
  { key: 'name', heading: 'Name', value: ({ name }) => name },
  { key: 'age', heading: 'Age', value: ({ age }) => age, numeric: true },
];

@Component({
  imports: [Table, TableCell],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-table
      name="People"
      [rows]="rows()"
      [failed]="failed()"
      [columns]="columns"
      [rowKey]="key"
      [selectable]="true"
      [pageSize]="2"
      [(view)]="view"
      [(selected)]="selected"
    >
      <ng-template ghCell="name" let-row>{{ row.name }}!</ng-template>
      <p ghEmpty>Nobody is here.</p>
      <button ghBulk type="button">Greet</button>
    </gh-table>
  `,
})
class People {
  readonly rows = signal<readonly Person[] | undefined>(undefined);
  readonly failed = signal(false);
  readonly view = signal(firstView);
  readonly selected = signal<readonly string[]>([]);
  readonly columns = columns;
  readonly key = ({ name }: Person): string => name;
}

const ada = { name: 'ada', age: 36 };
const bob = { name: 'Bob', age: 9 };
const cyd = { name: 'cyd', age: 10 };

describe('a table', () => {
  async function shown(rows: readonly Person[] | undefined) {
    const page = await render(People);
    page.fixture.componentInstance.rows.set(rows);
    await page.settle();
    const body = () =>
      [...page.element.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) =>
        row.textContent?.replace(/\s+/g, ' ').trim(),
      );
    return { page, body, state: page.fixture.componentInstance };
  }

  it('reserves space for rows that are being loaded, and announces it', async () => {
    const { page, body } = await shown(undefined);
    expect(body()).toEqual([]);
    expect(page.element.querySelector('table')?.getAttribute('aria-busy')).toBe('true');
  });

  it('is hidden if its first rows could not be loaded, and keeps those from before', async () => {
    const { page, state, body } = await shown(undefined);
    state.failed.set(true);
    await page.settle();
    expect(page.element.querySelector('gh-table')?.matches('[hidden]')).toBe(true);
    state.rows.set([ada]);
    await page.settle();
    expect(page.element.querySelector('gh-table')?.matches('[hidden]')).toBe(false);
    expect(body()).toHaveLength(1);
  });

  it('states what to do next if it is empty', async () => {
    const { page } = await shown([]);
    expect(page.text).toContain('Nobody is here.');
    expect(page.element.querySelector('table')).toBeNull();
  });

  it('shows one page at a time, and where it is', async () => {
    const { page, body } = await shown([ada, bob, cyd]);
    expect(body()).toEqual(['ada! 36', 'Bob! 9']);
    expect(page.text).toContain('1–2 of 3');
    await page.button('Next page').click();
    expect(body()).toEqual(['cyd! 10']);
    await page.button('Next page').click();
    expect(body()).toEqual(['cyd! 10']);
  });

  it('sorts by a column, then in reverse order, and announces it', async () => {
    const { page, body } = await shown([bob, ada]);
    await page.button('Age').click();
    expect(body()).toEqual(['Bob! 9', 'ada! 36']);
    await page.button('Age').click();
    expect(body()).toEqual(['ada! 36', 'Bob! 9']);
    expect(page.element.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  });

  it('selects the shown rows, and offers actions on them', async () => {
    const { page, state } = await shown([ada, bob, cyd]);
    const all = page.element.querySelector<HTMLInputElement>('[aria-label="Select all"]')!;
    all.click();
    await page.settle();
    expect(state.selected()).toEqual(['ada', 'Bob']);
    expect(page.text).toContain('2 selected');
    page.button('Greet');
    await page.button('Clear selection').click();
    expect(state.selected()).toEqual([]);
  });

  it('states that nothing matches', async () => {
    const { page, state } = await shown([ada]);
    state.view.set({ ...firstView, filter: 'zzz' });
    await page.settle();
    expect(page.text).toContain('Nothing matches the filter.');
  });

  it('has buttons for other pages and for the export that do nothing where there is nothing', async () => {
    const { page, body, state } = await shown([ada, bob, cyd]);
    const button = (name: string) =>
      [...page.element.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
    const unavailable = () =>
      [...page.element.querySelectorAll('[aria-disabled="true"]')].map((one) => one.textContent?.trim());
    expect(unavailable()).toEqual(['Previous page']);
    button('Previous page')?.click();
    await page.settle();
    expect(state.view().page).toBe(1);
    button('Next page')?.click();
    await page.settle();
    expect(body()).toHaveLength(1);
    expect(unavailable()).toEqual(['Next page']);
    state.view.set({ ...firstView, filter: 'nobody' });
    await page.settle();
    expect(unavailable()).toEqual(['Export CSV']);
  });
});

describe('the order of rows', () => {
  it.each([
    ['', ['Bob', 'ada', 'cyd']],
    ['name', ['ada', 'Bob', 'cyd']],
    ['-name', ['cyd', 'Bob', 'ada']],
    ['age', ['Bob', 'cyd', 'ada']],
    ['unknown', ['Bob', 'ada', 'cyd']],
  ])('is by %j', (sort, names) => {
    const rows = arrange([bob, ada, cyd], columns, { filter: '', sort });
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it('keeps rows that match in any column', () => {
    expect(arrange([bob, ada, cyd], columns, { filter: ' 1', sort: '' })).toEqual([cyd]);
    expect(arrange([bob, ada, cyd], columns, { filter: 'B', sort: '' })).toEqual([bob]);
  });
});
