import {
  CdkMenu,
  CdkMenuItem,
  CdkMenuItemCheckbox,
  CdkMenuItemRadio,
  CdkMenuTrigger,
} from '@angular/cdk/menu';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  Directive,
  effect,
  inject,
  input,
} from '@angular/core';
import { CHANGES_REFUSED } from './changes-refused';
import { Icon } from './icon';
import { checkIcon } from './icons';

/** Opens a menu: `<button ghButton [ghMenuTrigger]="menu">…</button> <ng-template #menu><gh-menu>…</gh-menu></ng-template>`. */
@Directive({
  selector: '[ghMenuTrigger]',
  hostDirectives: [
    {
      directive: CdkMenuTrigger,
      inputs: ['cdkMenuTriggerFor: ghMenuTrigger'],
      outputs: ['cdkMenuOpened: menuOpened', 'cdkMenuClosed: menuClosed'],
    },
  ],
})
export class MenuTrigger {}

/** A list of actions over the page, navigated with arrows and first letters. */
@Component({
  selector: 'gh-menu',
  changeDetection: ChangeDetectionStrategy.OnPush,
  hostDirectives: [CdkMenu],
  template: `<ng-content />`,
  styleUrl: './menu.css',
})
export class Menu {}

/** A heading inside a menu. */
@Component({
  selector: 'gh-menu-heading',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { role: 'presentation' },
  template: `<ng-content />`,
  styles: `
    :host {
      display: block;
      padding: var(--gh-space-2) var(--gh-space-3) var(--gh-space-1);
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
  `,
})
export class MenuHeading {}

/** An action of a menu, or a link. While changes are refused, those that make one say why, and ignore presses. */
@Component({
  selector: 'button[ghMenuItem], a[ghMenuItem]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  hostDirectives: [{ directive: CdkMenuItem, outputs: ['cdkMenuItemTriggered: triggered'] }],
  host: { '[attr.title]': 'refusal() || null' },
  template: `<ng-content />`,
  styleUrl: './menu-item.css',
})
export class MenuItem {
  readonly disabled = input(false);
  /** Whether it makes a change, or begins one. */
  readonly changes = input(false);

  private readonly refused = inject(CHANGES_REFUSED);
  protected readonly refusal = computed(() => (this.changes() ? this.refused() : ''));

  constructor() {
    const item = inject(CdkMenuItem);
    effect(() => {
      item.disabled = this.disabled() || this.refusal() !== '';
    });
  }
}

/** One of several choices of a menu, of which one is selected. */
@Component({
  selector: 'button[ghMenuChoice]',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  hostDirectives: [
    {
      directive: CdkMenuItemRadio,
      inputs: ['cdkMenuItemChecked: checked'],
      outputs: ['cdkMenuItemTriggered: triggered'],
    },
  ],
  template: `<gh-icon class="mark" [shape]="checkIcon" /><ng-content />`,
  styleUrl: './menu-item.css',
})
export class MenuChoice {
  protected readonly checkIcon = checkIcon;
}

/** Something that is on or off. */
@Component({
  selector: 'button[ghMenuSwitch]',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  hostDirectives: [
    {
      directive: CdkMenuItemCheckbox,
      inputs: ['cdkMenuItemChecked: checked'],
      outputs: ['cdkMenuItemTriggered: triggered'],
    },
  ],
  template: `<gh-icon class="mark" [shape]="checkIcon" /><ng-content />`,
  styleUrl: './menu-item.css',
})
export class MenuSwitch {
  protected readonly checkIcon = checkIcon;
}
