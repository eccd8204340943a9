import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { accessChangesTexts } from './access-changes.texts';

/** A permission that a user gains or loses. */
export interface ChangedDecision {
  readonly user: string;
  readonly permission: string;
  readonly path: string;
  /** Where everything in the table is gained or lost, it says so itself. */
  readonly side?: 'gains' | 'loses';
  /** What it also applies to. */
  readonly note?: string;
  readonly why: string;
}

/** Decisions that change, user by user: of a plan, and in the review of edits. */
@Component({
  selector: 'gh-decision-changes',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div class="table" tabindex="0" role="region" [attr.aria-label]="label()">
      <table>
        <thead>
          <tr>
            <th scope="col">{{ t('user') }}</th>
            <th scope="col">{{ t('permission') }}</th>
            <th scope="col">{{ t('resource') }}</th>
            <th scope="col">{{ why() }}</th>
          </tr>
        </thead>
        <tbody>
          @for (row of rows(); track $index) {
            <tr>
              <td [attr.title]="names.technical(row.user)">{{ names.of(row.user) }}</td>
              <td [class]="row.side === 'gains' ? 'allow' : row.side === 'loses' ? 'deny' : null">
                @if (row.side; as side) {
                  <b aria-hidden="true">{{ side === 'gains' ? '+' : '−' }}</b> {{ t(side) }}
                }
                {{ row.permission }}
              </td>
              <td class="path">
                {{ row.path }}
                @if (row.note; as note) {
                  <small class="muted">{{ note }}</small>
                }
              </td>
              <td class="muted">{{ row.why }}</td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  styleUrls: ['./change-tables.css', '../page-parts/stacked-rows.css'],
})
export class DecisionChanges {
  readonly rows = input.required<readonly ChangedDecision[]>();
  readonly label = input.required<string>();
  /** Heading of the reasons. */
  readonly why = input.required<string>();

  protected readonly t = translations(accessChangesTexts);
  protected readonly names = inject(PrincipalNames);
}
