import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { Problem } from '@gatehouse/ui-data';
import {
  Banner,
  Button,
  Card,
  type Choice,
  type Column,
  Combobox,
  Confirmation,
  Empty,
  Field,
  Figure,
  firstView,
  Icon,
  InlineEdit,
  Menu,
  MenuChoice,
  MenuHeading,
  MenuItem,
  MenuTrigger,
  Skeleton,
  Table,
  TabPage,
  TabPages,
  Tag,
  Toasts,
  Toggle,
  userIcon,
} from '@gatehouse/ui-kit';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';

interface Row {
  readonly name: string;
  readonly size: number;
}

/** Every component of the kit in every state, for developers of the console; its texts are examples, in English only. */
@Component({
  selector: 'gh-kit-page',
  imports: [
    Banner,
    Button,
    Card,
    Combobox,
    Confirmation,
    Empty,
    Field,
    Figure,
    Icon,
    InlineEdit,
    Menu,
    MenuChoice,
    MenuHeading,
    MenuItem,
    MenuTrigger,
    PageHeader,
    ProblemPanel,
    Skeleton,
    TabPage,
    TabPages,
    Table,
    Tag,
    Toggle,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './kit-page.html',
  styleUrl: '../page-parts/page.css',
})
export class KitPage {
  protected readonly toasts = inject(Toasts);
  protected readonly icons = { user: userIcon };
  protected readonly problem = new Problem(500, 'Internal server error.', { code: 'unexpected_error' });
  protected readonly tones = ['plain', 'success', 'warning', 'danger'] as const;
  protected readonly bannerTones = ['info', 'success', 'warning', 'danger'] as const;
  protected readonly choices: readonly Choice[] = ['climate', 'clouds', 'rivers'].map((id) => ({
    id,
    label: id,
  }));
  protected readonly columns: readonly Column<Row>[] = [
    { key: 'name', heading: 'Name', value: ({ name }) => name },
    { key: 'size', heading: 'Size', value: ({ size }) => size, numeric: true },
  ];
  protected readonly rows: readonly Row[] = Array.from({ length: 23 }, (_, i) => ({
    name: `row-${i + 1}`,
    size: i * 7,
  }));
  protected readonly none: readonly Row[] = [];
  protected readonly key = ({ name }: Row): string => name;
  protected readonly view = signal(firstView);
  protected readonly selected = signal<readonly string[]>(['row-2']);
  protected readonly tab = signal('one');
  protected readonly on = signal(true);
  protected readonly isOpen = signal(false);
  protected readonly value = signal('ada@example.org');
  protected readonly save = async (value: string): Promise<string | undefined> => {
    if (!value.includes('@')) return 'That is no address.';
    this.value.set(value);
    return undefined;
  };
}
