import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  DOCUMENT,
  effect,
  type ElementRef,
  inject,
  Injector,
  input,
  viewChild,
} from '@angular/core';
import { Title } from '@angular/platform-browser';
import { Mark } from '@gatehouse/ui-kit';

/**
 * The frame of the pages that need no session: the product, a panel with the heading of the page, and room for links below it.
 *
 * The heading is the title of the document too. When it changes, the content has changed: the focus moves there.
 */
@Component({
  selector: 'gh-public-frame',
  imports: [Mark],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <main>
      <div class="brand"><gh-mark /> Gatehouse</div>
      <div class="panel">
        <h1 #title tabindex="-1">{{ heading() }}</h1>
        <ng-content />
      </div>
      <div class="below"><ng-content select="[ghBelow]" /></div>
    </main>
    <footer>Gatehouse {{ version }}</footer>
  `,
  styleUrl: './public-frame.css',
})
export class PublicFrame {
  readonly heading = input.required<string>();
  protected readonly version = inject(DOCUMENT).documentElement.dataset['version'];

  private readonly title = viewChild.required<ElementRef<HTMLElement>>('title');

  constructor() {
    const documentTitle = inject(Title);
    const injector = inject(Injector);
    let shown: string | undefined;
    effect(() => {
      const heading = this.heading();
      documentTitle.setTitle(`${heading} – Gatehouse`);
      if (shown !== undefined) afterNextRender(() => this.title().nativeElement.focus(), { injector });
      shown = heading;
    });
  }
}
