import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  type OnInit,
  output,
  signal,
} from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import { asProblem, ServicesApi } from '@gatehouse/ui-data';
import { Confirmation } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { servicesTexts } from './services.texts';

/** Asks whether services are to be deleted, after counting what is deleted with them. */
@Component({
  selector: 'gh-delete-services',
  imports: [Confirmation],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-confirmation
      [heading]="question()"
      [answer]="t('delete')"
      [busy]="count() === undefined && problem() === ''"
      [problem]="problem()"
      (confirmed)="confirmed.emit()"
      (cancelled)="cancelled.emit()"
    >
      <p>{{ t('deletesAlso') }}</p>
      <ul aria-live="polite">
        <li>{{ consequence() }}</li>
      </ul>
    </gh-confirmation>
  `,
  styles: `
    ul {
      padding-inline-start: 1.25rem;
      list-style: disc;
    }
  `,
})
export class DeleteServices implements OnInit {
  readonly services = input.required<readonly Pick<ServiceDto, 'service_name' | 'resource_id'>[]>();
  readonly confirmed = output();
  readonly cancelled = output();

  protected readonly t = translations(servicesTexts);
  private readonly api = inject(ServicesApi);
  private readonly problemTexts = inject(ProblemTexts);
  /** Resources directly below the services. */
  protected readonly count = signal<number | undefined>(undefined);
  protected readonly problem = signal('');

  protected readonly question = computed(() => {
    const [first, ...more] = this.services();
    return more.length === 0
      ? this.t('deleteOne', { name: first?.service_name ?? '' })
      : this.t('deleteSome', { count: more.length + 1 });
  });
  protected readonly consequence = computed(() => {
    const count = this.count();
    if (count === undefined) return this.problem() === '' ? '…' : this.t('deletesEverything');
    return count === 0 ? this.t('deletesAssignments') : this.t('deletesResources', { count });
  });

  async ngOnInit(): Promise<void> {
    try {
      let count = 0;
      for (const { resource_id } of this.services()) count += (await this.api.children(resource_id)).length;
      this.count.set(count);
    } catch (error) {
      this.problem.set(this.problemTexts.of(asProblem(error)));
    }
  }
}
