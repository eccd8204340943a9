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
import { FormsModule } from '@angular/forms';
import { Banner, Button, Confirmation, Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ProblemTexts } from '../problems/problem-texts';
import { SynchronizationStore } from './synchronization.store';
import { syncCredentialsTexts } from './sync-credentials.texts';

const KINDS = ['basic', 'bearer'] as const;
type Kind = (typeof KINDS)[number];

let forms = 0;

/** The credentials with which a service is read: they are set, replaced and deleted, and never shown. */
@Component({
  selector: 'gh-sync-credentials',
  imports: [Banner, Button, Confirmation, Field, FormsModule, ProblemPanel],
  providers: [SynchronizationStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sync-credentials.html',
  styleUrl: './sync-credentials.css',
})
export class SyncCredentials {
  readonly service = input.required<string>();
  /** Its private URL: credentials are for its origin. */
  readonly url = input.required<string>();

  protected readonly store = inject(SynchronizationStore);
  protected readonly t = translations(syncCredentialsTexts);
  protected readonly kinds = KINDS;
  protected readonly group = `gh-sync-credentials-${++forms}`;
  protected readonly editing = signal(false);
  protected readonly removing = signal(false);
  protected readonly kind = signal<Kind>('basic');
  protected readonly userName = signal('');
  protected readonly password = signal('');
  protected readonly token = signal('');
  protected readonly message = signal('');
  private readonly sent = signal(false);
  private readonly problems = inject(ProblemTexts);
  private readonly injector = inject(Injector);
  private readonly opener = viewChild<string, ElementRef<HTMLElement>>('opener', { read: ElementRef });

  protected readonly origin = computed(() =>
    URL.canParse(this.url()) ? new URL(this.url()).origin : this.url(),
  );
  protected readonly present = computed(() => this.store.state()?.credentials_origin ?? null);
  protected readonly problemText = computed(() => {
    const problem = this.store.changeProblem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    effect(() => {
      const service = this.service();
      // Those of another origin are sent to nobody: whether there are any depends on the URL.
      this.url();
      untracked(() => void this.store.open(service));
    });
  }

  protected errorOf(value: string): string {
    return this.sent() && value === '' ? this.t('required') : '';
  }

  protected edit(): void {
    this.message.set('');
    this.editing.set(true);
  }

  /** Nothing that was entered is kept. The focus returns to the button that opened the form. */
  protected close(): void {
    this.editing.set(false);
    this.sent.set(false);
    for (const field of [this.userName, this.password, this.token]) field.set('');
    afterNextRender(() => this.opener()?.nativeElement.focus(), { injector: this.injector });
  }

  protected async save(): Promise<void> {
    this.sent.set(true);
    const isBasic = this.kind() === 'basic';
    const isMissing = isBasic ? this.userName() === '' || this.password() === '' : this.token() === '';
    if (isMissing) return;
    const credentials = isBasic
      ? { user_name: this.userName(), password: this.password() }
      : { token: this.token() };
    if (!(await this.store.setCredentials(credentials))) return;
    this.close();
    this.message.set(this.t('saved'));
  }

  protected async remove(): Promise<void> {
    if (!(await this.store.deleteCredentials())) return;
    this.removing.set(false);
    this.message.set(this.t('removed'));
    afterNextRender(() => this.opener()?.nativeElement.focus(), { injector: this.injector });
  }
}
