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
import { Router } from '@angular/router';
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { requestTesterTexts } from './request-tester.texts';
import { isCommand, RequestTesterStore } from './request-tester.store';
import { TestResult } from './test-result';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * What the proxy would do with a request of a user, and why. The address of the page has URL and
 * user, so that it can be shared.
 */
@Component({
  selector: 'gh-request-tester',
  imports: [Banner, Button, Field, FormsModule, TestResult],
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
  protected readonly userName = signal('');
  protected readonly chosenMethod = signal('GET');
  protected readonly mediaType = signal('application/x-www-form-urlencoded');
  protected readonly body = signal('');
  protected readonly isCommand = computed(() => isCommand(this.typed()));
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? this.problemTexts.of(problem) : '';
  });
  private readonly problemTexts = inject(ProblemTexts);
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);
  private readonly entry = viewChild.required<ElementRef<HTMLTextAreaElement>>('entry');
  private readonly result = viewChild(TestResult);

  constructor() {
    afterNextRender(() => this.entry().nativeElement.focus());
  }

  ngOnInit(): void {
    this.typed.set(this.url() ?? '');
    this.userName.set(this.user() ?? '');
    const method = this.method() ?? 'GET';
    this.chosenMethod.set(METHODS.includes(method) ? method : 'GET');
    if (this.typed() !== '') void this.evaluate();
  }

  protected async submit(): Promise<void> {
    if (this.typed().trim() === '') {
      this.entry().nativeElement.focus();
      return;
    }
    // Commands and bodies may contain secrets, which do not belong in an address.
    const queryParams = this.isCommand()
      ? {}
      : { url: this.typed().trim(), user: this.userName().trim() || null, method: this.chosenMethod() };
    await this.router.navigate([], { queryParams, replaceUrl: true });
    await this.evaluate();
    afterNextRender(() => this.result()?.focus(), { injector: this.injector });
  }

  /** Enter evaluates, as in a field of one line; Shift and Enter begin another line. */
  protected key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || this.typed().includes('\n')) return;
    event.preventDefault();
    void this.submit();
  }

  private evaluate(): Promise<void> {
    return this.store.evaluate({
      text: this.typed(),
      user: this.userName(),
      method: this.chosenMethod(),
      mediaType: this.mediaType(),
      body: this.body(),
    });
  }
}
