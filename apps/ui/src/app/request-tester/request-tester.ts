import { Location } from '@angular/common';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  inject,
  Injector,
  input,
  type OnInit,
  signal,
  viewChild,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import { Finder } from '@gatehouse/ui-grid';
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Lookup } from '../page-parts/lookup';
import { PrincipalNames } from '../principals/principal-names';
import { PrincipalSearch } from '../principals/principal-search';
import { ProblemTexts } from '../problems/problem-texts';
import { requestTesterTexts } from './request-tester.texts';
import { isCommand, RequestTesterStore } from './request-tester.store';
import { TestResult } from './test-result';

/** The code of the problem that the user does not exist. */
const USER_NOT_FOUND = 'user_not_found';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * What the proxy would do with a request of a user, and why. The address of the page has URL and
 * user, so that it can be shared.
 */
@Component({
  selector: 'gh-request-tester',
  imports: [Banner, Button, Field, Finder, FormsModule, TestResult],
  providers: [RequestTesterStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './request-tester.html',
  styleUrl: './request-tester.css',
})
export class RequestTester implements OnInit {
  /** Queries of the page. */
  readonly url = input<string>();
  readonly user = input<string>();
  readonly method = input<string>();

  protected readonly store = inject(RequestTesterStore);
  protected readonly t = translations(requestTesterTexts);
  protected readonly methods = METHODS;
  protected readonly typed = signal('');
  protected readonly chosenMethod = signal('GET');
  protected readonly mediaType = signal('application/x-www-form-urlencoded');
  protected readonly body = signal('');
  protected readonly isCommand = computed(() => isCommand(this.typed()));
  /** Suggestions; to test without sign-in, the field is empty. */
  protected readonly users = new Lookup(async (q) =>
    (await this.principals.find('user', q)).filter(({ id }) => !this.names.isEveryone(id)),
  );
  /** The problem of the whole request, and that of the user. */
  protected readonly problemText = computed(() => this.textOf((code) => code !== USER_NOT_FOUND));
  protected readonly userError = computed(() => this.textOf((code) => code === USER_NOT_FOUND));
  private readonly problemTexts = inject(ProblemTexts);
  private readonly location = inject(Location);
  private readonly principals = inject(PrincipalSearch);
  private readonly names = inject(PrincipalNames);
  private readonly injector = inject(Injector);
  private readonly entry = viewChild.required<ElementRef<HTMLTextAreaElement>>('entry');
  private readonly userField = viewChild.required(Finder);
  private readonly result = viewChild(TestResult);

  constructor() {
    afterNextRender(() => this.entry().nativeElement.focus());
  }

  ngOnInit(): void {
    this.typed.set(this.url() ?? '');
    this.users.text.set(this.user() ?? '');
    const method = this.method() ?? 'GET';
    this.chosenMethod.set(METHODS.includes(method) ? method : 'GET');
    if (this.typed() !== '') void this.evaluate();
  }

  protected async submit(): Promise<void> {
    if (this.typed().trim() === '') {
      this.entry().nativeElement.focus();
      return;
    }
    this.keepInAddress();
    await this.evaluate();
    afterNextRender(() => this.focusOutcome(), { injector: this.injector });
  }

  /** Enter evaluates, as in a field of one line; Shift and Enter begin another line. */
  protected key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || this.typed().includes('\n')) return;
    event.preventDefault();
    void this.submit();
  }

  private textOf(isShown: (code: string | undefined) => boolean): string {
    const problem = this.store.problem();
    return problem && isShown(problem.code) ? this.problemTexts.of(problem) : '';
  }

  /** The result, or the field that has to be corrected. */
  private focusOutcome(): void {
    if (this.userError()) this.userField().focus();
    else if (this.store.problem()) this.entry().nativeElement.focus();
    else this.result()?.focus();
  }

  /** Not a navigation: the focus does not change. Commands and bodies may contain secrets, which do not belong in an address. */
  private keepInAddress(): void {
    const [path = ''] = this.location.path().split('?');
    const params = new URLSearchParams();
    if (!this.isCommand()) {
      params.set('url', this.typed().trim());
      if (this.users.text().trim() !== '') params.set('user', this.users.text().trim());
      params.set('method', this.chosenMethod());
    }
    this.location.replaceState(path, params.toString());
  }

  private evaluate(): Promise<void> {
    return this.store.evaluate({
      text: this.typed(),
      user: this.users.text(),
      method: this.chosenMethod(),
      mediaType: this.mediaType(),
      body: this.body(),
    });
  }
}
