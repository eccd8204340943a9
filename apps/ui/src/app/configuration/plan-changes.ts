import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { ConfigurationPlan } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { accessChangesTexts } from '../permissions/access-changes.texts';
import { AssignmentChanges, type ChangedAssignment, GLYPHS } from '../permissions/assignment-changes';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ChangeTexts } from './change-texts';
import { Listed } from './listed';
import { planTexts } from './plan.texts';
import { countOf, isPermissionKind, sorted } from './plan-words';

/** What a plan changes: permissions with what is there before and afterwards, and the objects they belong to. */
@Component({
  selector: 'gh-plan-changes',
  imports: [AssignmentChanges, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './plan-changes.html',
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css'],
})
export class PlanChanges {
  readonly plan = input.required<ConfigurationPlan>();

  protected readonly t = translations(planTexts);
  protected readonly a = translations(accessChangesTexts);
  protected readonly texts = inject(ChangeTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly glyphs = GLYPHS;
  private readonly changes = computed(() => sorted(this.plan().changes));
  private readonly allPermissions = computed(() => this.changes().permissions);
  private readonly allObjects = computed(() => this.changes().objects);
  protected readonly permissions = new Listed(this.allPermissions);
  protected readonly objects = new Listed(this.allObjects);
  protected readonly rows = computed(() =>
    this.permissions
      .shown()
      .map((row): ChangedAssignment => ({ ...row, notes: this.texts.pruning(row.change) })),
  );
  protected readonly permissionCount = computed(() => countOf(this.plan().counts, isPermissionKind));
  protected readonly objectCount = computed(() =>
    countOf(this.plan().counts, (kind) => !isPermissionKind(kind)),
  );
  protected readonly unlistedPermissions = computed(
    () => this.permissionCount() - this.allPermissions().length,
  );
  protected readonly unlistedObjects = computed(() => this.objectCount() - this.allObjects().length);
}
