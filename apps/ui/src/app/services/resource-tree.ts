import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { Router } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { isReadSyncType } from '@gatehouse/ui-data/service-types';
import {
  type ActionRequest,
  type Branch,
  type CellRequest,
  effectOf,
  Finder,
  GridLegend,
  type MenuItem,
  type Option,
  PermissionGrid,
  Shortcuts,
} from '@gatehouse/ui-grid';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { type ExplainRequest, ExplanationPanel } from '../permissions/explanation-panel';
import { gridTexts, legendTexts } from '../permissions/grid-texts';
import { Lookup } from '../page-parts/lookup';
import { permissionsTexts } from '../permissions/permissions.texts';
import { PermissionsStore } from '../permissions/permissions.store';
import { PrincipalNames } from '../principals/principal-names';
import { RemoteTexts } from '../permissions/remote-texts';
import { SyncMarks } from '../synchronization/sync-marks';
import { SyncNotice } from '../synchronization/sync-notice';
import { AddResource } from './add-resource';
import { PublicAccess } from './public-access';
import { type AddBelow, PastePaths } from './paste-paths';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';

interface Removal {
  readonly branch: Branch;
  /** Number of resources below; undefined while it is counted, null when there are too many. */
  readonly below?: number | null;
}

/** The resources of a service, with the permissions of all users; adds, deletes and opens resources. */
@Component({
  selector: 'gh-resource-tree',
  imports: [
    AddResource,
    Banner,
    Button,
    Dialog,
    ExplanationPanel,
    Finder,
    GridLegend,
    PastePaths,
    PermissionGrid,
    ProblemPanel,
    PublicAccess,
    SyncNotice,
  ],
  providers: [SyncMarks],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './resource-tree.html',
  styleUrls: ['../permissions/permissions-page.css', './resource-tree.css'],
})
export class ResourceTree {
  /** The resource to show first. */
  readonly resource = input<number>();
  readonly showAccess = output<number>();

  protected readonly service = inject(ServiceStore);
  protected readonly store = inject(PermissionsStore);
  protected readonly shortcuts = inject(Shortcuts);
  protected readonly t = translations(serviceTexts);
  protected readonly page = translations(permissionsTexts);
  protected readonly marks = inject(SyncMarks);
  protected readonly names = inject(PrincipalNames);
  private readonly remote = inject(RemoteTexts);
  protected readonly gridText = computed(() => gridTexts(this.page, this.names, this.remote));
  protected readonly legendText = computed(() => legendTexts(this.page));
  protected readonly everyone = inject(DeploymentSettings).current().anonymous_user;
  protected readonly adding = signal<AddBelow | undefined>(undefined);
  protected readonly pasting = signal<AddBelow | undefined>(undefined);
  protected readonly removing = signal<Removal | undefined>(undefined);
  protected readonly opening = signal(false);
  protected readonly explained = signal<ExplainRequest | undefined>(undefined);
  protected readonly resources = new Lookup((q) => this.store.findResources(q));
  private readonly router = inject(Router);
  private readonly grid = viewChild(PermissionGrid);

  protected readonly root = computed<AddBelow | undefined>(() => {
    const detail = this.service.detail.value();
    return detail && { id: detail.resource_id, name: detail.service_name, type: 'service' };
  });
  /** Whether its resources can be compared with those of the real service. */
  private readonly isRead = computed(() => isReadSyncType(this.service.detail.value()?.service_sync_type));
  protected readonly canAdd = computed(() => this.service.allowed()('service').length > 0);
  protected readonly problem = computed(() => {
    if (this.adding()) return undefined;
    return this.store.problem() ?? this.store.gridProblem() ?? this.service.problem();
  });
  protected readonly actions = computed(() => {
    return (branch: Branch): readonly MenuItem[] => {
      const closed = this.service.allowed()(branch.row.resource_type).length === 0;
      const note = closed ? { disabled: true, note: this.t('actions.notAllowed') } : {};
      const isService = branch.row.level === 0;
      if (branch.row.unregistered) return [{ id: 'compare', label: this.t('actions.register'), glyph: '+' }];
      const compare = this.marks.isVanished(branch) ? 'actions.cleanUp' : 'actions.compare';
      return [
        { id: 'add', label: this.t('actions.add'), glyph: '+', ...note },
        { id: 'paste', label: this.t('actions.paste'), glyph: '≡', ...note },
        { id: 'access', label: this.t('actions.access'), glyph: '?' },
        { id: 'permissions', label: this.t('actions.permissions'), glyph: '→' },
        { id: 'history', label: this.t('history'), glyph: '↺' },
        ...(this.isRead() ? [{ id: 'compare', label: this.t(compare), glyph: '⇄' }] : []),
        {
          id: 'remove',
          label: this.t('actions.remove'),
          glyph: '✕',
          tone: 'danger',
          ...(isService && { disabled: true, note: this.t('actions.isService') }),
        },
      ];
    };
  });

  constructor() {
    effect(() => {
      const detail = this.service.detail.value();
      const isRead = this.isRead();
      untracked(() => void this.marks.show(isRead ? detail?.service_name : undefined));
    });
    effect(() => {
      const grid = this.store.grid();
      const rows = this.marks.shown() === this.store.target().service ? this.marks.rows() : undefined;
      untracked(() => grid?.showUnregistered(rows));
    });
    effect(() => {
      const service = this.service.name();
      const resource = this.resource();
      untracked(() => {
        const principal = { kind: 'group', name: this.everyone } as const;
        const shown = this.store.target();
        if (shown.service !== service || !this.store.grid())
          this.store.show({ principal, service }, { actions: true });
        if (resource !== undefined) void this.reveal(resource);
      });
    });
  }

  protected async jump({ id }: Option): Promise<void> {
    if (!(await this.store.reveal(Number(id)))) return;
    this.grid()?.focusCursor();
    this.grid()?.showFound();
  }

  protected async act({ branch, action }: ActionRequest): Promise<void> {
    const { resource_id: id, resource_name: name, resource_type: type } = branch.row;
    if (action === 'add') this.adding.set({ id, name, type });
    else if (action === 'paste') this.pasting.set({ id, name, type });
    else if (action === 'access') this.showAccess.emit(id);
    else if (action === 'history')
      await this.router.navigate(['/audit'], { queryParams: { object: `resource:${id}` } });
    else if (action === 'permissions')
      await this.router.navigate(['/permissions', 'groups', this.everyone, this.service.name()], {
        queryParams: { resource: id },
      });
    else if (action === 'compare') await this.compare(branch);
    else if (action === 'remove') await this.askRemove(branch);
  }

  protected explain({ branch, permission }: CellRequest): void {
    const cell = branch.row.cells[permission];
    const { resource_id: resourceId, path } = branch.row;
    if (!cell) return;
    const principal = { kind: 'group', name: this.everyone } as const;
    const service = this.service.name();
    this.explained.set({ principal, service, resourceId, path, permission, effective: effectOf(cell) });
  }

  protected openTo(names: readonly string[]): void {
    this.opening.set(false);
    const grid = this.store.grid();
    const root = grid?.lineAt(0)?.branch;
    if (!grid || !root) return;
    for (const name of names) grid.assign(root, name, { access: 'allow', scope: 'recursive' });
  }

  /** What is deleted with a resource that has so many below it; null if there are too many to count. */
  protected consequence(below: number | null): string {
    if (below === null) return this.t('remove.many');
    return below === 0 ? this.t('remove.aboutNone') : this.t('remove.about', { count: below });
  }

  protected async remove({ branch }: Removal): Promise<void> {
    const done = await this.service.remove(branch.row.resource_id);
    this.removing.set(undefined);
    if (done) await this.reread();
  }

  /** Reads the tree again after resources were added or deleted. */
  protected async reread(): Promise<void> {
    await this.store.grid()?.refresh();
  }

  protected async pasted(): Promise<void> {
    this.pasting.set(undefined);
    await this.reread();
  }

  /** Shows the changes of a resource and below it. */
  private async compare({ row: { path, level } }: Branch): Promise<void> {
    const below = path.slice(path.indexOf('/') + 1);
    const queryParams = { tab: 'synchronization', ...(level > 0 && { path: `${below}*` }) };
    await this.router.navigate([], { queryParams });
  }

  private async askRemove(branch: Branch): Promise<void> {
    this.removing.set({ branch });
    const below = await this.service.countBelow(branch.row.resource_id, branch.row.child_count);
    if (this.removing()?.branch === branch) this.removing.set({ branch, below: below ?? null });
  }

  private async reveal(resource: number): Promise<void> {
    if (await this.store.reveal(resource)) this.grid()?.showFound();
  }
}
