import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { type Assignment, assignmentText } from '@gatehouse/ui-grid';
import { translations } from '../language/translations';
import { gridTexts } from './grid-texts';
import { permissionsTexts } from './permissions.texts';
import { PrincipalNames } from '../principals/principal-names';
import { accessChangesTexts } from './access-changes.texts';

export type Direction = 'added' | 'removed' | 'changed' | 'adopted';

export const GLYPHS: Readonly<Record<Direction, string>> = {
  added: '+',
  removed: '−',
  changed: '~',
  adopted: '◎',
};

/** A permission of a user or group that is to be set or removed. */
export interface ChangedAssignment {
  /** The service, or the path of the resource with it. */
  readonly path: string;
  /** Name of the user or group. */
  readonly principal: string;
  readonly permission: string;
  readonly before: Assignment | null;
  readonly after: Assignment | null;
  readonly direction?: Direction;
  /** What was there when it was edited, if that differs. */
  readonly atEdit?: Assignment | null;
  readonly notes?: readonly string[];
}

/** Permissions with what is there before and afterwards: of a plan, and in the review of edits. */
@Component({
  selector: 'gh-assignment-changes',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div
      class="table"
      tabindex="0"
      role="region"
      [attr.aria-label]="label() || null"
      [attr.aria-labelledby]="labelledBy() || null"
    >
      <table>
        <thead>
          <tr>
            @if (hasDirections()) {
              <th scope="col">{{ t('change') }}</th>
            }
            <th scope="col">{{ t('resource') }}</th>
            <th scope="col">{{ t('principal') }}</th>
            <th scope="col">{{ t('permission') }}</th>
            <th scope="col">{{ t('before') }}</th>
            <th scope="col">{{ after() }}</th>
          </tr>
        </thead>
        <tbody>
          @for (row of rows(); track $index) {
            <tr>
              @if (hasDirections()) {
                <td class="direction">
                  @if (row.direction; as direction) {
                    <b aria-hidden="true">{{ glyphs[direction] }}</b> {{ t(directionKey(direction)) }}
                  }
                </td>
              }
              <td class="path">{{ row.path }}</td>
              <td [attr.title]="names.technical(row.principal)">{{ names.of(row.principal) }}</td>
              <td>{{ row.permission }}</td>
              <td class="muted" [attr.data-label]="t('before')">
                {{ words(row.before) }}
                @if (row.atEdit !== undefined) {
                  <small>{{ t('atEdit', { what: words(row.atEdit) }) }}</small>
                }
              </td>
              <td [class]="row.after?.access ?? 'muted'" [attr.data-label]="after()">
                <b>{{ words(row.after) }}</b>
                @for (note of row.notes ?? []; track note) {
                  <small class="muted">{{ note }}</small>
                }
              </td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  styleUrls: ['./change-tables.css', '../page-parts/stacked-rows.css'],
})
export class AssignmentChanges {
  readonly rows = input.required<readonly ChangedAssignment[]>();
  /** Heading of what is there afterwards. */
  readonly after = input.required<string>();
  readonly label = input('');
  readonly labelledBy = input('');

  protected readonly t = translations(accessChangesTexts);
  protected readonly names = inject(PrincipalNames);
  protected readonly glyphs = GLYPHS;
  protected readonly hasDirections = computed(() => this.rows().some(({ direction }) => direction));
  private readonly page = translations(permissionsTexts);
  private readonly grid = computed(() => gridTexts(this.page, this.names));

  protected words(assignment: Assignment | null): string {
    return assignmentText(assignment, this.grid());
  }

  protected directionKey(direction: Direction) {
    return `direction.${direction}` as const;
  }
}
