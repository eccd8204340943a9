import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { UnregisteredNamesEntryDto } from '@gatehouse/dto';
import type { Principal } from '@gatehouse/ui-data';
import { Banner, Button, Card } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { linkTo } from '../permissions/explanation-panel';
import { PrincipalName } from '../principals/principal-name';
import { NamesStore } from './names.store';
import { namesTexts } from './names.texts';
import { RegisterNames } from './register-names';

let cards = 0;

/** How a map service treats names of layers that are not registered, and to whom they are refused. Empty for other services. */
@Component({
  selector: 'gh-unregistered-names',
  imports: [Banner, Button, Card, PrincipalName, ProblemPanel, RegisterNames, RouterLink],
  providers: [NamesStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './unregistered-names.html',
  styleUrl: './unregistered-names.css',
})
export class UnregisteredNames {
  readonly service = input.required<string>();
  /** That of the service. */
  readonly resourceId = input.required<number>();

  protected readonly store = inject(NamesStore);
  protected readonly t = translations(namesTexts);
  protected readonly headingId = `gh-unregistered-names-${++cards}`;
  protected readonly registering = signal(false);
  private readonly injector = inject(Injector);
  private readonly button = viewChild<string, ElementRef<HTMLElement>>('register', { read: ElementRef });
  private readonly count = signal<number | undefined>(undefined);
  protected readonly message = computed(() => {
    const count = this.count();
    return count === undefined ? '' : this.t('registered', { count });
  });
  /** Undefined for services without maps. */
  protected readonly shown = computed(() => {
    const facts = this.store.facts();
    return facts && facts.permission_names.length > 0 ? facts : undefined;
  });
  protected readonly treatment = computed(() => {
    const facts = this.store.facts();
    if (facts?.unregistered_names === 'refuse') return 'refuse';
    if (facts?.registered_names_only) return 'only';
    return facts?.unregistered_names === 'inherit' ? 'inherit' : 'safe';
  });
  protected readonly option = computed(() =>
    this.treatment() === 'only' ? 'registered_names_only: true' : `unregistered_names: ${this.treatment()}`,
  );
  /** Which list is shown: denials below matter only to two of the treatments. */
  protected readonly listed = computed(() => {
    const treatment = this.treatment();
    return treatment === 'safe' || treatment === 'inherit' ? treatment : undefined;
  });

  constructor() {
    effect(() => {
      const service = this.service();
      untracked(() => {
        this.store.service.set(service);
        this.count.set(undefined);
        void this.store.load();
      });
    });
    // Changes do not concern services without maps.
    followChanges(ACCESS_CHANGES, () => (this.shown() ? this.store.load() : undefined));
  }

  protected who({ user_name, group_name }: UnregisteredNamesEntryDto): Principal {
    return user_name === undefined
      ? { kind: 'group', name: group_name ?? '' }
      : { kind: 'user', name: user_name };
  }

  protected link(entry: UnregisteredNamesEntryDto): string[] {
    return linkTo(this.who(entry), this.service());
  }

  /** The focus returns to where it was, whatever has been focused in the dialog. */
  protected close(): void {
    this.registering.set(false);
    afterNextRender(() => this.button()?.nativeElement.focus(), { injector: this.injector });
  }

  protected async created(count: number): Promise<void> {
    this.close();
    this.count.set(count);
    await this.store.load();
  }
}
