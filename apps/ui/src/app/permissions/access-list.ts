import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DOCUMENT,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AccessEntryDto } from '@gatehouse/dto';
import type { AccessFilter, Principal } from '@gatehouse/ui-data';
import { type Effect, Finder, type Option } from '@gatehouse/ui-grid';
import { Button, saveFile, toCsv } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalName } from '../principals/principal-name';
import { PrincipalNames } from '../principals/principal-names';
import { accessTexts } from './access.texts';
import { AccessStore } from './access.store';
import { type ExplainRequest, ExplanationPanel, linkTo } from './explanation-panel';
import { principalOf, reasonText } from './grid-texts';
import { Lookup } from '../page-parts/lookup';
import { permissionsTexts } from './permissions.texts';
import { PermissionsStore } from './permissions.store';

/** "Who can read this, and why?": the users and groups that have access to a resource, with a filter and an export. */
@Component({
  selector: 'gh-access-list',
  imports: [Button, ExplanationPanel, Finder, PrincipalName, ProblemPanel, RouterLink],
  providers: [AccessStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './access-list.html',
  styleUrls: ['./access-list.css', '../page-parts/stacked-rows.css'],
})
export class AccessList {
  readonly service = input.required<string>();
  readonly resourceId = input.required<number>();
  readonly names = input.required<readonly string[]>();
  /** Another resource is to be shown. */
  readonly chosen = output<number>();

  protected readonly store = inject(AccessStore);
  protected readonly principals = inject(PrincipalNames);
  protected readonly t = translations(accessTexts);
  protected readonly page = translations(permissionsTexts);
  protected readonly explained = signal<ExplainRequest | undefined>(undefined);
  private readonly permissions = inject(PermissionsStore);
  protected readonly resources = new Lookup((q) => this.permissions.findResources(q));
  private readonly document = inject(DOCUMENT);
  protected readonly path = computed(
    () =>
      this.store
        .location()
        ?.ancestors.map(({ resource_name }) => resource_name)
        .join('/') ?? this.service(),
  );

  constructor() {
    effect(() => {
      const resource = this.resourceId();
      untracked(() => void this.store.show(resource));
    });
    followChanges(ACCESS_CHANGES, () => this.store.refresh());
  }

  protected narrow(field: keyof AccessFilter, event: Event): void {
    const { value } = event.target as HTMLSelectElement | HTMLInputElement;
    void this.store.narrow({ [field]: value === '' ? undefined : value });
  }

  protected choose({ id }: Option): void {
    this.resources.clear();
    this.chosen.emit(Number(id));
  }

  protected who(entry: AccessEntryDto): Principal {
    return entry.user_name === undefined
      ? { kind: 'group', name: entry.group_name ?? '' }
      : { kind: 'user', name: entry.user_name };
  }

  protected link(entry: AccessEntryDto): string[] {
    return linkTo(this.who(entry), this.service());
  }

  /** What is in effect for the user, or for the members of the group. */
  protected effect({ access, reason, resource_id, principal, member }: AccessEntryDto): Effect {
    return (member ?? { access, reason, resource_id, principal }) as Effect;
  }

  protected reason(entry: AccessEntryDto): string {
    return reasonText(this.effect(entry).reason, this.page, this.principals);
  }

  /** Whether the user, its groups or the group have an effect themselves, rather than everyone, or nobody. */
  protected isOwn(entry: AccessEntryDto): boolean {
    if (entry.reason === 'no-permission') return false;
    const holder = principalOf(entry.reason);
    return (
      entry.member !== undefined || !this.principals.isEveryone(holder?.kind === 'group' ? holder.name : '')
    );
  }

  protected explain(entry: AccessEntryDto): void {
    this.explained.set({
      principal: this.who(entry),
      service: this.service(),
      resourceId: this.resourceId(),
      path: this.path(),
      permission: entry.permission_name,
      effective: this.effect(entry),
    });
  }

  protected async export(): Promise<void> {
    const rows = (await this.store.all()).map((entry) => {
      const { kind, name } = this.who(entry);
      const { member } = entry;
      return [
        kind,
        name,
        entry.permission_name,
        entry.access,
        entry.reason,
        member?.access ?? '',
        member?.reason ?? '',
      ];
    });
    const header = [
      'kind',
      'name',
      'permission',
      'access',
      'reason',
      'access_of_members',
      'reason_of_members',
    ];
    saveFile(
      `access-${this.path().replaceAll('/', '-')}.csv`,
      toCsv([header, ...rows]),
      'text/csv',
      this.document,
    );
  }
}
