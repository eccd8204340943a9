import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { asProblem, type NetworkNode, NodesApi, type NodeState, Remote } from '@gatehouse/ui-data';
import {
  Button,
  type Column,
  Confirmation,
  dotsIcon,
  Empty,
  Icon,
  Menu,
  MenuItem,
  MenuTrigger,
  plusIcon,
  Table,
  TableCell,
  Tag,
  Toasts,
} from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { ProblemTexts } from '../problems/problem-texts';
import { NodeForm } from './node-form';
import { nodesTexts } from './nodes.texts';

interface CheckedNode {
  readonly node: NetworkNode;
  readonly state: NodeState;
}

/** The other instances, with what the last check of each has found. */
@Component({
  selector: 'gh-node-list',
  imports: [
    Button,
    Confirmation,
    Empty,
    Icon,
    Menu,
    MenuItem,
    MenuTrigger,
    NodeForm,
    ProblemPanel,
    Table,
    TableCell,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './node-list.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    gh-tag {
      overflow-wrap: normal;
    }
    .row {
      flex-wrap: nowrap;
    }
  `,
})
export class NodeList {
  private readonly api = inject(NodesApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(nodesTexts);
  protected readonly icons = { add: plusIcon, more: dotsIcon };
  protected readonly nodes = new Remote(() => this.read());
  protected readonly view = viewInUrl();
  protected readonly action = new Action();
  protected readonly checking = signal('');
  protected readonly adding = signal(false);
  protected readonly editing = signal<NetworkNode | undefined>(undefined);
  protected readonly deleting = signal<NetworkNode | undefined>(undefined);
  /** How many users of the node to delete are known here; undefined until that is read, or where it cannot be. */
  protected readonly remoteUsers = signal<number | undefined>(undefined);
  protected readonly key = ({ node }: CheckedNode): string => node.name;
  protected readonly columns = computed<readonly Column<CheckedNode>[]>(() => [
    { key: 'name', heading: this.t('columns.name'), value: ({ node }) => node.name },
    {
      key: 'address',
      heading: this.t('columns.address'),
      value: ({ node }) => node.base_url ?? '',
      minor: true,
    },
    {
      key: 'state',
      heading: this.t('columns.state'),
      value: ({ state }) => this.t(`conditions.${state.condition}`),
    },
    { key: 'checked', heading: this.t('columns.checked'), value: ({ state }) => state.checked, minor: true },
    { key: 'actions', heading: this.t('columns.actions'), value: () => '', sortable: false, actions: true },
  ]);
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.nodes.load();
    followChanges(['network_node'], () => this.nodes.load());
  }

  protected tone({ condition }: NodeState): 'success' | 'plain' | 'danger' {
    if (condition === 'ok') return 'success';
    return condition === 'not_checked' ? 'plain' : 'danger';
  }

  /** What to do about it. */
  protected causeOf({ condition }: NodeState): string {
    return this.t(`causes.${condition}`);
  }

  protected async check({ node }: CheckedNode): Promise<void> {
    this.checking.set(node.name);
    await this.action.run(() => this.api.check(node.name));
    this.checking.set('');
    await this.nodes.load();
  }

  protected async ask({ node }: CheckedNode): Promise<void> {
    this.action.reset();
    this.remoteUsers.set(undefined);
    this.deleting.set(node);
    try {
      const users = await this.api.remoteUsers();
      this.remoteUsers.set(users.filter(({ node_name }) => node_name === node.name).length);
    } catch (thrown) {
      asProblem(thrown);
    }
  }

  protected async delete({ name }: NetworkNode): Promise<void> {
    if (!(await this.action.run(() => this.api.delete(name)))) return;
    this.deleting.set(undefined);
    this.toasts.show(this.t('deleted'));
    await this.nodes.load();
  }

  /** An instance as it was read last. */
  protected newest({ name }: NetworkNode): NetworkNode | undefined {
    return this.nodes.value()?.find(({ node }) => node.name === name)?.node;
  }

  /** The result of a first check is better than none. */
  protected async saved(name: string): Promise<void> {
    this.adding.set(false);
    this.editing.set(undefined);
    this.toasts.show(this.t('saved', { name }));
    await this.action.run(() => this.api.check(name));
    await this.nodes.load();
  }

  private async read(): Promise<readonly CheckedNode[]> {
    const nodes = await this.api.list();
    return Promise.all(nodes.map(async (node) => ({ node, state: await this.api.state(node.name) })));
  }
}
