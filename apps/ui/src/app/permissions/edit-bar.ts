import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { Banner, Button, Online } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { permissionsTexts } from './permissions.texts';
import { PermissionsStore } from './permissions.store';
import { Review, type SavedChanges } from './review';

/** How many edits there are, with their review; after saving, what was saved and how to undo it. */
@Component({
  selector: 'gh-edit-bar',
  imports: [Banner, Button, Review],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-banner tone="success" [message]="outcome()">
      @if (store.saved()) {
        <button ghButton type="button" [busy]="store.undoing()" (click)="store.undo()">
          {{ t('undo') }}
        </button>
      }
    </gh-banner>
    @if (store.planned().length; as count) {
      <div class="bar">
        <span role="status"
          >{{ t('pending', { count }) }}
          @if (!online()) {
            <small>{{ t('offline') }}</small>
          }
        </span>
        <button ghButton type="button" look="quiet" (click)="store.discard()">{{ t('discard') }}</button>
        <button ghButton type="button" look="primary" (click)="reviewing.set(true)">{{ t('review') }}</button>
      </div>
    }
    @if (reviewing()) {
      <gh-review
        [changes]="store.planned()"
        (saved)="accept($event)"
        (resolved)="store.resolve($event)"
        (closed)="reviewing.set(false)"
      />
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    .bar {
      position: sticky;
      inset-block-end: var(--gh-space-3);
      z-index: 5;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--gh-space-2) var(--gh-space-3);
      padding: var(--gh-space-2) var(--gh-space-3) var(--gh-space-2) var(--gh-space-4);
      border: 1px solid var(--gh-accent);
      border-radius: var(--gh-radius);
      background: var(--gh-surface);
      box-shadow: var(--gh-shadow-raised);
    }
    span {
      flex: 1;
      font-weight: 600;
    }
    small {
      display: block;
      color: var(--gh-warning);
      font-size: var(--gh-text-small);
      font-weight: 400;
    }
    gh-banner button {
      margin-block-start: var(--gh-space-2);
    }
  `,
})
export class EditBar {
  protected readonly store = inject(PermissionsStore);
  protected readonly t = translations(permissionsTexts);
  protected readonly online = inject(Online).online;
  protected readonly reviewing = signal(false);
  protected readonly outcome = computed(() => {
    const saved = this.store.saved();
    if (saved) return this.t('saved', { count: saved.changed, revision: String(saved.revision) });
    return this.store.undone() ? this.t('undone') : '';
  });

  protected accept(saved: SavedChanges): void {
    this.reviewing.set(false);
    void this.store.accept(saved);
  }
}
