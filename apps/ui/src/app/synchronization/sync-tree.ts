import { NgTemplateOutlet } from '@angular/common';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  signal,
} from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { Banner, Button, Card, ChangeButton, Confirmation, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ChangesStore, type Choice } from './changes.store';
import { changesTexts } from './changes.texts';
import { focusIfLost } from './focus-if-lost';
import type { Refusal } from './refusal';
import { SyncWords } from './sync-words';
import type { Children, TreeNode } from './tree-nodes';
import { ROOT, TreeStore } from './tree.store';

/** What is said of names that are not registered. */
const UNREGISTERED = {
  all: 'tree.refused',
  some: 'tree.refusedToSome',
  none: 'tree.unregistered',
} as const;
/** Levels that are indented, for narrow screens. */
const INDENTED = 8;

/** The resources of a service, registered ones beside those that only the real service has; registers and cleans up. */
@Component({
  selector: 'gh-sync-tree',
  imports: [Banner, Button, Card, ChangeButton, Confirmation, NgTemplateOutlet, ProblemPanel, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sync-tree.html',
  styleUrl: './sync-tree.css',
})
export class SyncTree {
  /** To whom names that are not registered are refused. */
  readonly refusal = input.required<Refusal>();

  protected readonly store = inject(TreeStore);
  protected readonly changes = inject(ChangesStore);
  protected readonly t = translations(changesTexts);
  protected readonly words = inject(SyncWords);
  protected readonly root = ROOT;
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  protected readonly top = computed(() => this.store.children().get(ROOT));
  protected readonly removing = signal<TreeNode | undefined>(undefined);
  protected readonly message = signal('');
  protected readonly warning = signal('');
  /** Why a decision could not be made. */
  protected readonly decisionProblem = signal<Problem | undefined>(undefined);

  /** Contexts of templates have no types. */
  protected asNodes(nodes: unknown): readonly TreeNode[] {
    return nodes as readonly TreeNode[];
  }

  protected childrenOf(node: TreeNode): Children | undefined {
    return this.store.open().has(node.key) ? this.store.children().get(node.key) : undefined;
  }

  protected isOpen({ key }: TreeNode): boolean {
    return this.store.open().has(key);
  }

  protected level({ level }: TreeNode): number {
    return Math.min(level, INDENTED);
  }

  protected pathOf({ path }: TreeNode): string {
    return path.join('/');
  }

  /** A star in a name would stand for any text: such a resource is decided about in the list. */
  protected canDecide(node: TreeNode): boolean {
    return !this.pathOf(node).includes('*') && this.changes.deciding() === undefined;
  }

  protected stateText({ state }: TreeNode): string {
    if (state === 'vanished') return this.t('tree.vanished');
    if (state === 'unread') return this.t('tree.unread');
    if (state === 'impossible') return this.t('tree.impossible');
    return this.t(UNREGISTERED[this.refusal()]);
  }

  /** Registers a resource of the real service, with all that is above it and, if wanted, below it. */
  protected register(node: TreeNode, withBelow: boolean): Promise<void> {
    const path = this.pathOf(node);
    const choice = { decision: 'accept', kind: 'appeared' } as const;
    const choices = [
      { ...choice, pattern: path },
      ...(withBelow ? [{ ...choice, pattern: `${path}/*` }] : []),
    ];
    return this.decide(node, choices);
  }

  protected remove(node: TreeNode): Promise<void> {
    this.removing.set(undefined);
    return this.decide(node, [{ decision: 'accept', kind: 'vanished', pattern: this.pathOf(node) }]);
  }

  private elementOf({ key }: TreeNode): HTMLElement | undefined {
    const elements = [...this.host.querySelectorAll<HTMLElement>('[data-key]')];
    return elements.find(({ dataset }) => dataset['key'] === key);
  }

  private async decide(node: TreeNode, choices: readonly Choice[]): Promise<void> {
    this.message.set('');
    this.warning.set('');
    this.decisionProblem.set(undefined);
    let settled = 0;
    for (const choice of choices) {
      await this.changes.decide(choice);
      const outcome = this.changes.outcome();
      settled += outcome?.settled ?? 0;
      this.decisionProblem.set(outcome?.problem);
      if (outcome?.isSuperseded) this.warning.set(this.t('tree.stale'));
      else if (outcome && outcome.refused.size > 0)
        this.warning.set(
          [...new Set(outcome.refused.values())].map((code) => this.words.refusal(code)).join(' '),
        );
      if (outcome?.isSuperseded || outcome?.problem) break;
    }
    await this.store.refresh();
    afterNextRender(() => focusIfLost(this.elementOf(node) ?? this.host.querySelector('h2')), {
      injector: this.injector,
    });
    if (settled > 0) this.message.set(this.t('settled', { count: settled }));
    else if (this.warning() === '' && !this.decisionProblem()) this.warning.set(this.t('tree.nothing'));
  }
}
