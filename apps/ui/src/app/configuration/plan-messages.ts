import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { ConfigurationMessage } from '@gatehouse/ui-data';
import { Button, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Listed } from './listed';
import { PlanStore } from './plan.store';
import { planTexts } from './plan.texts';

const SEVERITIES = ['refused', 'skipped', 'ignored', 'warning'] as const;
const TONES = { refused: 'danger', skipped: 'warning', ignored: 'plain', warning: 'plain' } as const;

/** What is wrong or unusual in files: where, what follows, and what to do. */
@Component({
  selector: 'gh-plan-messages',
  imports: [Button, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (messages().length > 0) {
      <h3 id="gh-plan-messages">
        {{ t('messages') }} <span class="count">{{ summary() }}</span>
      </h3>
      <div class="table" tabindex="0" role="region" aria-labelledby="gh-plan-messages">
        <table>
          <thead>
            <tr>
              <th scope="col">{{ t('result') }}</th>
              <th scope="col">{{ t('place') }}</th>
              <th scope="col">{{ t('message') }}</th>
            </tr>
          </thead>
          <tbody>
            @for (message of listed.shown(); track $index) {
              <tr>
                <td class="direction">
                  <gh-tag [tone]="tones[message.severity]">{{ nameOf(message) }}</gh-tag>
                </td>
                <td class="place">
                  @if (message.file) {
                    <code>{{ message.file }}</code>
                  }
                  @if (message.line !== null) {
                    <small>{{ t('line', { line: message.line, column: message.column ?? 1 }) }}</small>
                  }
                  <small class="muted"
                    ><code>{{ message.path }}</code></small
                  >
                </td>
                <td class="path" [attr.lang]="language()">
                  {{ message.detail }}
                  <small class="muted">
                    @for (part of partsOf(message.remedy); track $index) {
                      @if ($odd) {
                        <code>{{ part }}</code>
                      } @else {
                        <span>{{ part }}</span>
                      }
                    }
                  </small>
                  <small class="muted"
                    ><code>{{ message.error_code }}</code></small
                  >
                </td>
              </tr>
            }
          </tbody>
        </table>
      </div>
      @if (listed.hasMore()) {
        <button ghButton type="button" look="quiet" (click)="listed.showMore()">{{ t('more') }}</button>
      }
      @if (unlisted() > 0) {
        <p class="muted">{{ t('unlisted', { count: unlisted() }) }}</p>
      }
    }
  `,
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css'],
})
export class PlanMessages {
  readonly messages = input.required<readonly ConfigurationMessage[]>();
  /** How many there are; the API lists the first ones. */
  readonly total = input.required<number>();

  protected readonly t = translations(planTexts);
  protected readonly tones = TONES;
  /** The console may have another one by now. */
  protected readonly language = inject(PlanStore).messageLanguage;
  /** In the order of their consequences; the API only lists those that refuse the configuration first. */
  private readonly ordered = computed(() =>
    this.messages().toSorted(
      (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
    ),
  );
  protected readonly listed = new Listed(this.ordered);
  protected readonly unlisted = computed(() => this.total() - this.messages().length);
  /** How many of the listed ones are of each severity. */
  protected readonly summary = computed(() =>
    SEVERITIES.map((severity) => ({
      severity,
      count: this.messages().filter((message) => message.severity === severity).length,
    }))
      .filter(({ count }) => count > 0)
      .map(({ severity, count }) => this.t(`severityCount.${severity}`, { count }))
      .join(', '),
  );

  /** A text in which code is between backticks, like those of the catalogue; every second part is code. */
  protected partsOf(text: string): readonly string[] {
    return text.split('`');
  }

  protected nameOf({ severity }: ConfigurationMessage): string {
    return this.t(`severity.${severity}`);
  }
}
