import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  model,
  type OnInit,
  signal,
} from '@angular/core';
import { MAX_RESTRICTION_ENTRIES } from '@gatehouse/ui-data';
import { permissionNamesOf } from '@gatehouse/ui-data/service-types';
import { Banner, Button, Icon, plusIcon } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ResourcePicker } from './resource-picker';
import { type Branch, ResourceSource } from './resource-source';
import type { DraftEntry } from './token-draft';
import { tokensTexts } from './tokens.texts';

const SCOPES = ['recursive', 'match'] as const;

/** The entries of a restriction: each a service or resource, how far it extends, and permissions. */
@Component({
  selector: 'gh-restriction-editor',
  imports: [Banner, Button, Icon, ResourcePicker],
  providers: [ResourceSource],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './restriction-editor.html',
  styleUrls: ['../page-parts/page.css', './tokens.css'],
})
export class RestrictionEditor implements OnInit {
  readonly entries = model.required<readonly DraftEntry[]>();
  /** Whether entries without permissions are marked as incomplete. */
  readonly checked = input(false);

  protected readonly t = translations(tokensTexts);
  protected readonly icons = { add: plusIcon };
  protected readonly scopes = SCOPES;
  protected readonly picking = signal(false);
  protected readonly isFull = computed(() => this.entries().length >= MAX_RESTRICTION_ENTRIES);
  protected readonly rows = computed(() =>
    this.entries().map((entry) => ({ ...entry, choices: this.choicesOf(entry) })),
  );
  private readonly source = inject(ResourceSource);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  ngOnInit(): void {
    void this.source.roots.load();
    this.picking.set(this.entries().length === 0);
  }

  protected add({ id, path }: Pick<Branch, 'id' | 'path'>): void {
    const key = Math.max(0, ...this.entries().map((entry) => entry.key)) + 1;
    this.entries.update((entries) => [
      ...entries,
      { key, resourceId: id, path, scope: 'recursive', names: [] },
    ]);
    this.picking.set(false);
    this.focusAfterwards(`[data-entry="${key}"] input`);
  }

  protected remove(key: number): void {
    this.entries.update((entries) => entries.filter((entry) => entry.key !== key));
    this.focusAfterwards('.add');
  }

  protected toggle(key: number, name: string, isOn: boolean): void {
    this.change(key, ({ names }) => ({
      names: isOn ? [...names, name].sort() : names.filter((one) => one !== name),
    }));
  }

  protected setScope(key: number, text: string): void {
    const scope = SCOPES.find((one) => one === text);
    if (scope) this.change(key, () => ({ scope }));
  }

  private change(key: number, to: (entry: DraftEntry) => Partial<DraftEntry>): void {
    this.entries.update((entries) =>
      entries.map((entry) => (entry.key === key ? { ...entry, ...to(entry) } : entry)),
    );
  }

  /** The permissions of the type of the service, and those that the entry has. */
  private choicesOf({ path, names }: DraftEntry): readonly string[] {
    return [...new Set([...permissionNamesOf(this.source.typeOf(path) ?? ''), ...names])].sort();
  }

  private focusAfterwards(selector: string): void {
    afterNextRender(() => this.host.querySelector<HTMLElement>(selector)?.focus(), {
      injector: this.injector,
    });
  }
}
