import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import type { Principal } from '@gatehouse/ui-data';
import { isReadSyncType } from '@gatehouse/ui-data/service-types';
import {
  type CellRequest,
  effectOf,
  Finder,
  GridLegend,
  type Option,
  PermissionGrid,
  Shortcuts,
} from '@gatehouse/ui-grid';
import { Banner } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { SyncMarks } from '../synchronization/sync-marks';
import { SyncNotice } from '../synchronization/sync-notice';
import { EditBar } from './edit-bar';
import { type ExplainRequest, ExplanationPanel, linkTo } from './explanation-panel';
import { gridTexts, legendTexts } from './grid-texts';
import { Lookup } from '../page-parts/lookup';
import { permissionsTexts } from './permissions.texts';
import { PermissionsStore, type Target } from './permissions.store';
import { Reach } from './reach';
import { RemoteTexts } from './remote-texts';
import { CopyPermissions } from './copy-permissions';

/** The permissions of a user or group: what it reaches, and the grid of one service. */
@Component({
  selector: 'gh-permissions-page',
  imports: [
    Banner,
    CopyPermissions,
    EditBar,
    ExplanationPanel,
    Finder,
    GridLegend,
    PermissionGrid,
    ProblemPanel,
    Reach,
    SyncNotice,
  ],
  providers: [PermissionsStore, SyncMarks],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(window:beforeunload)': 'warn($event)' },
  templateUrl: './permissions-page.html',
  styleUrl: './permissions-page.css',
})
export class PermissionsPage {
  protected readonly store = inject(PermissionsStore);
  protected readonly t = translations(permissionsTexts);
  protected readonly marks = inject(SyncMarks);
  protected readonly names = inject(PrincipalNames);
  private readonly remote = inject(RemoteTexts);
  protected readonly gridText = computed(() => gridTexts(this.t, this.names, this.remote));
  protected readonly legendText = computed(() => legendTexts(this.t));
  protected readonly shortcuts = inject(Shortcuts);
  protected readonly kinds = ['user', 'group'] as const;
  protected readonly explained = signal<ExplainRequest | undefined>(undefined);
  protected readonly copying = signal(false);
  protected readonly kind = signal<Principal['kind']>('user');
  protected readonly principals = new Lookup((q) => this.store.findPrincipals(this.kind(), q));
  protected readonly resources = new Lookup((q) => this.store.findResources(q));
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly params = toSignal(this.route.paramMap, { requireSync: true });
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });
  private readonly grid = viewChild(PermissionGrid);

  protected readonly problem = computed(
    () => this.store.problem() ?? this.store.gridProblem() ?? this.store.services.problem(),
  );
  protected readonly gridLabel = computed(() => {
    const { principal, service } = this.store.target();
    return this.t('of', { name: this.names.of(principal?.name ?? ''), service: service ?? '' });
  });

  constructor() {
    void this.store.services.load();
    effect(() => {
      const { principal, service } = this.store.target();
      const found = this.store.services.value()?.find(({ service_name }) => service_name === service);
      const isRead = principal !== undefined && isReadSyncType(found?.service_sync_type);
      untracked(() => void this.marks.show(isRead ? service : undefined));
    });
    effect(() => {
      const grid = this.store.grid();
      const rows = this.marks.shown() === this.store.target().service ? this.marks.rows() : undefined;
      untracked(() => grid?.showUnregistered(rows));
    });
    effect(() => {
      const target = targetOf(
        this.params().get('kind'),
        this.params().get('name'),
        this.params().get('service'),
      );
      const resource = Number(this.query().get('resource')) || undefined;
      untracked(() => this.show(target, resource));
    });
  }

  protected readAgain(): void {
    if (this.store.services.problem()) void this.store.services.load();
    void this.store.grid()?.read();
  }

  protected warn(event: Event): void {
    if (this.store.planned().length > 0) event.preventDefault();
  }

  protected setKind(kind: Principal['kind']): void {
    this.kind.set(kind);
    this.principals.clear();
  }

  protected choosePrincipal({ id: name }: Option): void {
    const { service } = this.store.target();
    void this.router.navigate(linkTo({ kind: this.kind(), name }, service));
  }

  protected chooseService(event: Event): void {
    const { principal } = this.store.target();
    const { value } = event.target as HTMLSelectElement;
    if (principal) void this.router.navigate(linkTo(principal, value === '' ? undefined : value));
  }

  protected async jump({ id }: Option): Promise<void> {
    if (!(await this.store.reveal(Number(id)))) return;
    this.grid()?.focusCursor();
    this.grid()?.showFound();
  }

  protected filter(event: Event): void {
    void this.store.grid()?.showOnlyAssigned((event.target as HTMLInputElement).checked);
  }

  protected explain({ branch, permission }: CellRequest): void {
    const { principal, service } = this.store.target();
    const cell = branch.row.cells[permission];
    if (!principal || service === undefined || !cell) return;
    const { resource_id: resourceId, path } = branch.row;
    this.explained.set({ principal, service, resourceId, path, permission, effective: effectOf(cell) });
  }

  protected closeExplanation(): void {
    this.explained.set(undefined);
    this.grid()?.focusCursor();
  }

  private show(target: Target, resource: number | undefined): void {
    if (target.principal) {
      this.kind.set(target.principal.kind);
      this.principals.text.set(this.names.of(target.principal.name));
    }
    const shown = this.store.target();
    if (!sameTarget(shown, target)) {
      this.resources.clear();
      this.store.show(target);
    }
    if (resource !== undefined) void this.reveal(resource);
  }

  private async reveal(resource: number): Promise<void> {
    if (await this.store.reveal(resource)) this.grid()?.showFound();
  }
}

function targetOf(kinds: string | null, name: string | null, service: string | null): Target {
  if (name === null || (kinds !== 'users' && kinds !== 'groups')) return {};
  const principal: Principal = { kind: kinds === 'users' ? 'user' : 'group', name };
  return service === null ? { principal } : { principal, service };
}

function sameTarget(a: Target, b: Target): boolean {
  return (
    a.service === b.service &&
    a.principal?.kind === b.principal?.kind &&
    a.principal?.name === b.principal?.name
  );
}
