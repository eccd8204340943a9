import { ChangeDetectionStrategy, Component, computed, DOCUMENT, inject, signal } from '@angular/core';
import { ConfigurationApi, type ConfigurationFile, Remote } from '@gatehouse/ui-data';
import { Banner, Button, Card, downloadIcon, Icon, saveFile } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ExportFolder, type SavedFolder } from './export-folder';
import { exportTexts } from './export.texts';

/** Files and names that are listed. */
const MAX_LISTED = 100;

/** The present state as files: saved to a folder, singly, or as one file; and what they do not have. */
@Component({
  selector: 'gh-export-files',
  imports: [Banner, Button, Card, Icon, ProblemPanel],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './export-files.html',
  styleUrls: ['../page-parts/page.css', './export-files.css'],
})
export class ExportFiles {
  private readonly api = inject(ConfigurationApi);
  private readonly document = inject(DOCUMENT);
  protected readonly folder = inject(ExportFolder);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(exportTexts);
  protected readonly icons = { download: downloadIcon };
  protected readonly address = this.api.exportAddress;
  protected readonly content = new Remote(() => this.api.export());
  protected readonly isSaving = signal(false);
  protected readonly saved = signal<SavedFolder | undefined>(undefined);
  protected readonly failure = signal('');
  protected readonly files = computed(() =>
    (this.content.value()?.files ?? []).map((file) => ({ ...file, size: new Blob([file.content]).size })),
  );
  protected readonly summary = computed(() => {
    if (!this.content.value()) return '';
    const bytes = this.files().reduce((sum, { size }) => sum + size, 0);
    return this.t('ready', { count: this.files().length, size: this.formats.size(bytes) });
  });
  protected readonly listed = computed(() => this.files().slice(0, MAX_LISTED));
  protected readonly omitted = computed(() => {
    const { passwords = [], variables = [] } = this.content.value()?.omitted ?? {};
    return [
      { heading: this.t('passwords', { count: passwords.length }), names: passwords },
      { heading: this.t('variables', { count: variables.length }), names: variables },
    ].filter(({ names }) => names.length > 0);
  });
  protected readonly savedText = computed(() => {
    const saved = this.saved();
    return saved ? this.t('saved', { count: this.files().length, folder: saved.name }) : '';
  });

  protected async read(): Promise<void> {
    this.saved.set(undefined);
    this.failure.set('');
    await this.content.load();
  }

  protected download({ name, content }: ConfigurationFile): void {
    saveFile(name.split('/').at(-1) ?? name, content, 'application/yaml', this.document);
  }

  protected async saveAll(): Promise<void> {
    this.saved.set(undefined);
    this.failure.set('');
    this.isSaving.set(true);
    try {
      this.saved.set(await this.folder.save(this.files()));
    } catch (thrown) {
      this.failure.set(this.t('notSaved', { reason: thrown instanceof Error ? thrown.message : '' }));
    } finally {
      this.isSaving.set(false);
    }
  }

  /** The names that are listed, and how many others there are. */
  protected beginning(names: readonly string[]): { readonly text: string; readonly others: number } {
    const shown = names.slice(0, MAX_LISTED);
    return { text: shown.join(', '), others: names.length - shown.length };
  }
}
