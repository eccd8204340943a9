import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  untracked,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ServiceDto } from '@gatehouse/dto';
import type { Principal } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { assignmentText } from '@gatehouse/ui-grid';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { linkTo } from './explanation-panel';
import { gridTexts, reasonText } from './grid-texts';
import { permissionsTexts } from './permissions.texts';
import { reachTexts } from './reach.texts';
import { MAX_RESOURCES, type ReachedPermission, type ReachedService, ReachStore } from './reach.store';

/** What a user or group can reach: each service with what is in effect on it, and its resources with assignments. */
@Component({
  selector: 'gh-reach',
  imports: [Button, ProblemPanel, RouterLink],
  providers: [ReachStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './reach.html',
  styleUrl: './reach.css',
})
export class Reach {
  readonly principal = input.required<Principal>();
  readonly services = input.required<readonly ServiceDto[]>();
  /** The permissions are to be copied. */
  readonly copying = output();

  protected readonly store = inject(ReachStore);
  protected readonly t = translations(reachTexts);
  protected readonly limit = MAX_RESOURCES;
  private readonly page = translations(permissionsTexts);
  protected readonly names = inject(PrincipalNames);
  private readonly grid = computed(() => gridTexts(this.page, this.names));

  constructor() {
    effect(() => {
      this.principal();
      this.services();
      untracked(() => this.load());
    });
    followChanges(ACCESS_CHANGES, () => this.store.refresh(this.principal()));
  }

  protected load(): void {
    void this.store.load(this.principal(), this.services());
  }

  protected link(service: string): string[] {
    return linkTo(this.principal(), service);
  }

  protected expand(event: Event, { service, resources }: ReachedService): void {
    if ((event.target as HTMLDetailsElement).open && !resources)
      void this.store.expand(this.principal(), service.service_name);
  }

  protected allowed(permissions: readonly ReachedPermission[]): readonly ReachedPermission[] {
    return permissions.filter(({ access }) => access === 'allow');
  }

  protected reason(reason: string): string {
    return reasonText(reason, this.page, this.names);
  }

  protected words(permission: ReachedPermission): string {
    return `${permission.name}: ${assignmentText(permission, this.grid())}`;
  }
}
