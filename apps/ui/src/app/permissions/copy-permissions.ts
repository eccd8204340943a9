import { ChangeDetectionStrategy, Component, computed, inject, input, output, signal } from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import { MAX_CHANGES, type Principal } from '@gatehouse/ui-data';
import { Finder, type Option } from '@gatehouse/ui-grid';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { PrincipalNames } from '../principals/principal-names';
import { copyTexts } from './copy.texts';
import { type BranchRef, CopyStore } from './copy.store';
import { Lookup } from '../page-parts/lookup';
import { permissionsTexts } from './permissions.texts';
import { PermissionsStore } from './permissions.store';
import type { PlannedChange } from './planned-change';
import { Review, type SavedChanges } from './review';

/** Copies the permissions of a user or group to another, or those of a branch to another, with a review. */
@Component({
  selector: 'gh-copy-permissions',
  imports: [Banner, Button, Dialog, Finder, Review],
  providers: [CopyStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './copy-permissions.html',
  styleUrl: './copy-permissions.css',
})
export class CopyPermissions {
  readonly from = input.required<Principal>();
  readonly services = input.required<readonly ServiceDto[]>();
  readonly saved = output<SavedChanges>();
  readonly closed = output();

  protected readonly store = inject(CopyStore);
  protected readonly t = translations(copyTexts);
  protected readonly page = translations(permissionsTexts);
  protected readonly names = inject(PrincipalNames);
  private readonly permissions = inject(PermissionsStore);
  private readonly problemTexts = inject(ProblemTexts);
  protected readonly kinds = ['user', 'group'] as const;
  protected readonly what = signal<'everything' | 'service' | 'branch'>('everything');
  protected readonly kind = signal<Principal['kind']>('user');
  protected readonly replace = signal(false);
  protected readonly target = signal<Principal | undefined>(undefined);
  protected readonly branches = signal<{ source?: BranchRef; target?: BranchRef }>({});
  protected readonly changes = signal<readonly PlannedChange[] | undefined>(undefined);
  protected readonly nothing = signal(false);
  protected readonly principals = new Lookup((q) => this.permissions.findPrincipals(this.kind(), q));
  protected readonly sources = new Lookup((q) => this.permissions.findBranches(q));
  protected readonly targets = new Lookup((q) => this.permissions.findBranches(q));
  protected readonly service = this.permissions.target().service;

  /** Whether the review was requested before everything was chosen. */
  private readonly isTooEarly = signal(false);
  private readonly isComplete = computed(() => {
    const { source, target } = this.branches();
    return this.what() === 'branch' ? Boolean(source && target) : this.target() !== undefined;
  });
  protected readonly problemText = computed(() => {
    if (this.isTooEarly() && !this.isComplete())
      return this.t(this.what() === 'branch' ? 'chooseBranches' : 'chooseTarget');
    const problem = this.store.problem();
    if (problem) return this.problemTexts.of(problem);
    const count = this.changes()?.length ?? 0;
    return count > MAX_CHANGES ? this.t('tooMany', { count, most: MAX_CHANGES }) : '';
  });
  protected readonly reviewed = computed(() => {
    const changes = this.changes();
    return changes && changes.length <= MAX_CHANGES ? changes : undefined;
  });

  protected setKind(kind: Principal['kind']): void {
    this.kind.set(kind);
    this.target.set(undefined);
    this.principals.clear();
  }

  protected choose({ id: name }: Option): void {
    this.target.set({ kind: this.kind(), name });
  }

  protected chooseBranch(side: 'source' | 'target', { id, note = '' }: Option): void {
    const branch = { id: Number(id), path: note, service: note.split('/', 1)[0] ?? '' };
    this.branches.update((branches) => ({ ...branches, [side]: branch }));
  }

  protected async review(): Promise<void> {
    this.isTooEarly.set(!this.isComplete());
    if (this.isTooEarly()) return;
    const changes = await this.prepare();
    this.nothing.set(changes?.length === 0);
    this.changes.set(changes?.length ? changes : undefined);
  }

  private prepare(): Promise<readonly PlannedChange[] | undefined> {
    const { source, target: branch } = this.branches();
    const target = this.target();
    if (this.what() === 'branch' && source && branch)
      return this.store.betweenBranches(this.from(), source, branch, this.replace());
    const services =
      this.what() === 'service' && this.service !== undefined
        ? [this.service]
        : this.services().map(({ service_name }) => service_name);
    return target
      ? this.store.betweenPrincipals(this.from(), target, services, this.replace())
      : Promise.resolve(undefined);
  }
}
