import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { EffectRow, EffectSide } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { EffectEntries } from './effect-entries';
import { effectTexts } from './effect.texts';
import { Listed } from './listed';

/** Names of administrators that are listed. */
const MAX_NAMES = 20;

/** What users gain, or what they lose: in all, and by group or user, service and permission. */
@Component({
  selector: 'gh-plan-effect-side',
  imports: [Button, EffectEntries],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h4 [attr.id]="'gh-effect-' + kind()" [class]="kind()">
      <b aria-hidden="true">{{ kind() === 'gains' ? '+' : '−' }}</b> {{ t(kind()) }}
      <span class="count">{{ total() }}</span>
    </h4>
    @if (side().anonymous) {
      <p class="notice">{{ anonymous() }}</p>
    }
    @if (side().administrator_count > 0) {
      <p class="notice">{{ administrators() }}</p>
    }
    @if (listed.shown().length > 0) {
      <div class="table" tabindex="0" role="region" [attr.aria-labelledby]="'gh-effect-' + kind()">
        <table>
          <thead>
            <tr>
              <th scope="col">{{ t('principal') }}</th>
              <th scope="col">{{ t('permission') }}</th>
              <th scope="col">{{ t('service') }}</th>
              <th scope="col">{{ t('usersColumn') }}</th>
              <th scope="col">{{ t('resources') }}</th>
            </tr>
          </thead>
          <tbody>
            @for (row of listed.shown(); track $index) {
              <tr>
                <td [attr.title]="names.technical(nameOf(row))">
                  <b>{{ names.of(nameOf(row)) }}</b>
                </td>
                <td>{{ row.permission }}</td>
                <td>{{ row.service }}</td>
                <td>{{ t('users', { count: row.users }) }}</td>
                <td class="path">
                  {{ t('resourcesOf', { count: row.resources }) }}
                  @if (row.example) {
                    <small class="muted">{{ t('such', { path: row.example }) }}</small>
                  }
                </td>
              </tr>
            }
          </tbody>
        </table>
      </div>
      @if (listed.hasMore()) {
        <button ghButton type="button" look="quiet" (click)="listed.showMore()">{{ t('more') }}</button>
      } @else if (unlisted() > 0) {
        <p class="unlisted">{{ t('unlisted', { count: unlisted() }) }}</p>
      }
    }
    @if (side().decisions > 0) {
      <gh-effect-entries [kind]="kind()" [total]="side().decisions" [isComplete]="isComplete()" />
    }
  `,
  styleUrls: ['../permissions/change-tables.css', './plan-effect.css', '../page-parts/stacked-rows.css'],
})
export class PlanEffectSide {
  readonly kind = input.required<'gains' | 'losses'>();
  readonly side = input.required<EffectSide>();
  readonly isComplete = input.required<boolean>();

  protected readonly t = translations(effectTexts);
  protected readonly names = inject(PrincipalNames);
  protected readonly formats = inject(ReaderFormats);
  private readonly rows = computed(() => this.side().summary);
  protected readonly listed = new Listed(this.rows);
  protected readonly unlisted = computed(() => this.side().row_count - this.rows().length);
  protected readonly total = computed(() => {
    const { users, decisions } = this.side();
    const counts = {
      users: this.t('users', { count: users }),
      decisions: this.t('decisions', { count: decisions }),
    };
    return this.isComplete() ? this.t('total', counts) : this.t('totalAtLeast', counts);
  });
  protected readonly anonymous = computed(() => this.t(`anonymous.${this.kind()}`));
  protected readonly administrators = computed(() => {
    const { administrator_count: count, administrators } = this.side();
    const shown = administrators.slice(0, MAX_NAMES).map((name) => this.names.of(name));
    const names = this.formats.list(shown.length < count ? [...shown, '…'] : shown);
    return `${this.t(`administrators.${this.kind()}`, { count })} ${names}`;
  });

  protected nameOf({ group, user }: EffectRow): string {
    return group ?? user ?? '';
  }
}
