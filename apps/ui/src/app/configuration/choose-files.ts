import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  signal,
} from '@angular/core';
import { MAX_CONFIGURATION_FILES } from '@gatehouse/ui-data';
import { Button, closeIcon, folderIcon, Icon } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { FILE_ENDINGS, type FileFault, MAX_CONFIGURATION_BYTES, sizeOf } from './chosen-files';
import { configurationTexts } from './configuration.texts';
import { droppedFiles, pickedFiles } from './found-files';
import { PlanStore } from './plan.store';

/** Files and faults that are listed. */
const MAX_LISTED = 50;

/** Chooses files or folders, by dropping them or with the pickers of the browser; lists what was chosen. */
@Component({
  selector: 'gh-choose-files',
  imports: [Button, Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './choose-files.html',
  styleUrls: ['../page-parts/page.css', './choose-files.css'],
})
export class ChooseFiles {
  protected readonly store = inject(PlanStore);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(configurationTexts);
  protected readonly icons = { folder: folderIcon, remove: closeIcon };
  protected readonly endings = FILE_ENDINGS;
  protected readonly isDragged = signal(false);
  protected readonly listed = computed(() => this.store.files().slice(0, MAX_LISTED));
  protected readonly others = computed(() => this.store.files().length - this.listed().length);
  protected readonly listedFaults = computed(() => this.store.faults().slice(0, MAX_LISTED));
  protected readonly otherFaults = computed(() => this.store.faults().length - this.listedFaults().length);
  protected readonly summary = computed(() => {
    const files = this.store.files();
    const size = this.formats.size(sizeOf(files));
    return files.length === 0 ? '' : this.t('files.chosen', { count: files.length, size });
  });
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  protected faultText({ reason }: FileFault): string {
    if (reason === 'size')
      return this.t('files.faults.size', { size: this.formats.size(MAX_CONFIGURATION_BYTES) });
    if (reason === 'count') return this.t('files.faults.count', { max: MAX_CONFIGURATION_FILES });
    return this.t(`files.faults.${reason}`);
  }

  protected async pick(input: HTMLInputElement): Promise<void> {
    const found = pickedFiles(input.files);
    // The same file can be chosen again after it was changed.
    input.value = '';
    await this.store.add(found);
  }

  protected drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    this.isDragged.set(isOver);
  }

  protected async drop(event: DragEvent): Promise<void> {
    this.drag(event, false);
    if (event.dataTransfer) await this.store.add(await droppedFiles(event.dataTransfer.items));
  }

  /** The focus moves to the next file, or to the button with which others are chosen. */
  protected remove(name: string, position: number): void {
    this.store.remove(name);
    this.focusAfterwards(() => {
      const buttons = this.host.querySelectorAll<HTMLElement>('.list button');
      return buttons[Math.min(position, buttons.length - 1)];
    });
  }

  protected clear(): void {
    this.store.clear();
    this.focusAfterwards(() => undefined);
  }

  private focusAfterwards(find: () => HTMLElement | undefined): void {
    const focus = (): void => (find() ?? this.host.querySelector<HTMLElement>('.pick'))?.focus();
    afterNextRender(focus, { injector: this.injector });
  }
}
