import { Tab, TabContent, TabList, TabPanel, Tabs as AriaTabs } from '@angular/aria/tabs';
import { NgTemplateOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  contentChildren,
  Directive,
  inject,
  input,
  model,
  TemplateRef,
} from '@angular/core';

/** A part of a page behind a tab: `<ng-template ghTab="mails" label="Mails">…</ng-template>`. */
@Directive({ selector: 'ng-template[ghTab]' })
export class TabPage {
  readonly id = input.required<string>({ alias: 'ghTab' });
  readonly label = input.required<string>();
  readonly template = inject(TemplateRef);
}

/** Parts of a page of which one is shown; arrows move between the tabs. */
@Component({
  selector: 'gh-tabs',
  imports: [AriaTabs, NgTemplateOutlet, Tab, TabContent, TabList, TabPanel],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div ngTabs>
      <div ngTabList class="list" [selectedTab]="selected()" (selectedTabChange)="choose($event)">
        @for (page of pages(); track page.id()) {
          <button ngTab type="button" [value]="page.id()">{{ page.label() }}</button>
        }
      </div>
      @for (page of pages(); track page.id()) {
        <div ngTabPanel [value]="page.id()">
          <ng-template ngTabContent>
            <ng-container [ngTemplateOutlet]="page.template" />
          </ng-template>
        </div>
      }
    </div>
  `,
  styles: `
    .list {
      display: flex;
      gap: var(--gh-space-1);
      flex-wrap: wrap;
      margin-block-end: var(--gh-space-4);
      border-block-end: 1px solid var(--gh-border);
    }
    button {
      min-height: var(--gh-target);
      padding: var(--gh-space-1) var(--gh-space-4);
      border: 0;
      border-block-end: 2px solid transparent;
      background: transparent;
      color: var(--gh-text-muted);
      font-weight: 600;
      white-space: nowrap;
      cursor: pointer;
    }
    button:hover {
      color: var(--gh-text);
    }
    button:focus-visible {
      border-radius: var(--gh-radius-small);
      outline-offset: -2px;
    }
    button[aria-selected='true'] {
      border-color: var(--gh-accent);
      color: var(--gh-accent);
    }
    [inert] {
      display: none;
    }
  `,
})
export class TabPages {
  readonly selected = model.required<string>();
  protected readonly pages = contentChildren(TabPage);

  protected choose(id: string | undefined): void {
    if (id !== undefined && id !== this.selected()) this.selected.set(id);
  }
}
