import { ChangeDetectionStrategy, Component, DestroyRef, inject } from '@angular/core';
import { ChangeFeed } from '@gatehouse/ui-data';
import { TabPage, TabPages } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { PageHeader } from '../page-parts/page-header';
import { tabInUrl } from '../page-parts/view-in-url';
import { configurationTexts } from './configuration.texts';
import { ExportFiles } from './export-files';
import { FileSets } from './file-sets';
import { PlanFiles } from './plan-files';
import { PlanStore } from './plan.store';

/** Configuration files: what they would change, their application, and the present state as files. */
@Component({
  selector: 'gh-configuration-page',
  imports: [ExportFiles, FileSets, PageHeader, PlanFiles, TabPage, TabPages],
  providers: [PlanStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-page-header [heading]="t('title')" [about]="t('about')" />
    <gh-tabs [(selected)]="tab">
      <ng-template ghTab="sets" [label]="t('tabs.sets')"><gh-file-sets (plan)="plan($event)" /></ng-template>
      <ng-template ghTab="plan" [label]="t('tabs.plan')"><gh-plan-files /></ng-template>
      <ng-template ghTab="export" [label]="t('tabs.export')"><gh-export-files /></ng-template>
    </gh-tabs>
  `,
})
export class ConfigurationPage {
  protected readonly t = translations(configurationTexts);
  protected readonly tab = tabInUrl('sets', 'plan', 'export');
  private readonly store = inject(PlanStore);

  constructor() {
    inject(DestroyRef).onDestroy(this.store.follow(inject(ChangeFeed)));
  }

  protected plan(set: string | undefined): void {
    if (set !== undefined && set !== this.store.options().set) this.store.setOptions({ set });
    this.tab.set('plan');
  }
}
