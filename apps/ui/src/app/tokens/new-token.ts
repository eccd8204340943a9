import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DOCUMENT,
  ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { type CreatedApiToken, DeploymentSettings } from '@gatehouse/ui-data';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { tokensTexts } from './tokens.texts';

/** Of a shell: the example names it, so that the token is not in the history of commands. */
const VARIABLE = 'GATEHOUSE_TOKEN';

/** A new token, which is shown once: to copy, and how it is used. */
@Component({
  selector: 'gh-new-token',
  imports: [Banner, Button, Dialog],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="t('created.title', { name: token().token.token_name })" (cancelled)="closed.emit()">
      <p class="muted">{{ t('created.about') }}</p>
      <pre #value role="group" tabindex="0" [attr.aria-label]="t('created.value')">{{ token().value }}</pre>
      <div class="actions">
        <button ghButton look="primary" type="button" (click)="copy()">{{ t('created.copy') }}</button>
        <button ghButton type="button" (click)="closed.emit()">{{ t('created.done') }}</button>
      </div>
      <gh-banner class="below" [tone]="tone()" [message]="outcome()" />
      <h3>{{ t('created.use') }}</h3>
      <p class="muted">{{ t('created.useAbout', { variable }) }}</p>
      <pre role="group" tabindex="0" [attr.aria-label]="t('created.example')">{{ example() }}</pre>
    </gh-dialog>
  `,
  styleUrls: ['../page-parts/page.css', './new-token.css'],
})
export class NewToken {
  readonly token = input.required<CreatedApiToken>();
  readonly closed = output();

  protected readonly t = translations(tokensTexts);
  protected readonly variable = VARIABLE;
  private readonly document = inject(DOCUMENT);
  private readonly proxy = inject(DeploymentSettings).current().proxy_public_url;
  private readonly copied = signal<boolean | undefined>(undefined);
  protected readonly tone = computed(() => (this.copied() ? 'success' : 'info'));
  protected readonly outcome = computed(() => {
    if (this.copied() === undefined) return '';
    return this.copied() ? this.t('created.copied') : this.t('created.selected');
  });
  /** With the service of the first entry, if there is one. */
  protected readonly example = computed(() => {
    const service = this.token().token.restriction?.[0]?.path.split('/', 1)[0] ?? '…';
    return `curl -H "Authorization: Bearer $${VARIABLE}" ${this.proxy}/${service}/`;
  });
  private readonly value = viewChild.required<ElementRef<HTMLElement>>('value');

  /** Where the browser does not allow it, as without https, the token is selected instead. */
  protected async copy(): Promise<void> {
    try {
      await this.document.defaultView?.navigator.clipboard.writeText(this.token().value);
      this.copied.set(true);
    } catch {
      this.document.getSelection()?.selectAllChildren(this.value().nativeElement);
      this.copied.set(false);
    }
  }
}
