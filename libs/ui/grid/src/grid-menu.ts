import { CdkMenu, CdkMenuItem, CdkMenuItemRadio } from '@angular/cdk/menu';
import {
  createFlexibleConnectedPositionStrategy,
  createOverlayRef,
  createRepositionScrollStrategy,
} from '@angular/cdk/overlay';
import { TemplatePortal } from '@angular/cdk/portal';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  Injector,
  input,
  type OnDestroy,
  type OnInit,
  output,
  type TemplateRef,
  viewChild,
  ViewContainerRef,
} from '@angular/core';

/** An entry of a menu; one that is `checked` or not is one of a set of choices. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly glyph?: string;
  readonly tone?: 'allow' | 'deny' | 'danger';
  readonly checked?: boolean;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Why it is disabled. */
  readonly note?: string;
}

/** A menu next to an element. It is open as long as it is in the page; it emits an event for its owner to remove it. */
@Component({
  selector: 'gh-grid-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuItemRadio],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ng-template #content>
      <div
        cdkMenu
        class="menu"
        tabindex="-1"
        [attr.aria-label]="label()"
        (keydown.escape)="leave($event)"
        (keydown.tab)="closed.emit()"
      >
        @for (item of items(); track item.id) {
          @if (item.checked === undefined) {
            <button
              cdkMenuItem
              type="button"
              [class]="item.tone"
              [class.separate]="$index > 0 && items()[$index - 1]?.checked !== undefined"
              [cdkMenuItemDisabled]="item.disabled ?? false"
              (cdkMenuItemTriggered)="chosen.emit(item.id)"
            >
              <span class="glyph" aria-hidden="true">{{ item.glyph }}</span>
              <span>
                {{ item.label }}
                @if (item.note) {
                  <small>{{ item.note }}</small>
                }
              </span>
              @if (item.shortcut) {
                <kbd aria-hidden="true">{{ item.shortcut }}</kbd>
              }
            </button>
          } @else {
            <button
              cdkMenuItemRadio
              type="button"
              [class]="item.tone"
              [cdkMenuItemChecked]="item.checked"
              (cdkMenuItemTriggered)="chosen.emit(item.id)"
            >
              <span class="glyph" aria-hidden="true">{{ item.glyph }}</span>
              <span>{{ item.label }}</span>
              @if (item.shortcut) {
                <kbd aria-hidden="true">{{ item.shortcut }}</kbd>
              }
            </button>
          }
        }
      </div>
    </ng-template>
  `,
  styleUrl: './grid-menu.css',
})
export class GridMenu implements OnInit, OnDestroy {
  readonly items = input.required<readonly MenuItem[]>();
  readonly label = input.required<string>();
  readonly anchor = input.required<HTMLElement>();
  readonly chosen = output<string>();
  readonly closed = output();

  private readonly content = viewChild.required<TemplateRef<unknown>>('content');
  private readonly menu = viewChild(CdkMenu);
  private readonly injector = inject(Injector);
  private readonly container = inject(ViewContainerRef);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly overlay = createOverlayRef(this.injector, {
    scrollStrategy: createRepositionScrollStrategy(this.injector),
    usePopover: true,
    hasBackdrop: true,
    backdropClass: 'cdk-overlay-transparent-backdrop',
  });

  ngOnInit(): void {
    this.overlay.updatePositionStrategy(
      createFlexibleConnectedPositionStrategy(this.injector, this.anchor())
        .withViewportMargin(8)
        .withPush(true)
        // In the page's own landmark, next to the grid.
        .withPopoverLocation({ type: 'parent', element: this.host })
        .withPositions([
          { originX: 'start', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetY: 2 },
          { originX: 'end', originY: 'bottom', overlayX: 'end', overlayY: 'top', offsetY: 2 },
          { originX: 'start', originY: 'top', overlayX: 'start', overlayY: 'bottom', offsetY: -2 },
          { originX: 'end', originY: 'top', overlayX: 'end', overlayY: 'bottom', offsetY: -2 },
        ]),
    );
    this.overlay.backdropClick().subscribe(() => this.closed.emit());
    afterNextRender(() => this.open(), { injector: this.injector });
  }

  ngOnDestroy(): void {
    this.overlay.dispose();
  }

  protected leave(event: Event): void {
    event.stopPropagation();
    this.closed.emit();
  }

  private open(): void {
    this.overlay.attach(new TemplatePortal(this.content(), this.container));
    afterNextRender(() => this.menu()?.focusFirstItem('keyboard'), { injector: this.injector });
  }
}
