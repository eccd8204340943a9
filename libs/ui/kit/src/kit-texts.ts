import { InjectionToken } from '@angular/core';

/** Texts of the kit's components; the application provides them in the current language. */
export interface KitTexts {
  readonly cancel: string;
  readonly close: string;
  readonly edit: string;
  readonly save: string;
  readonly filter: string;
  readonly exportCsv: string;
  readonly selectAll: string;
  readonly clearSelection: string;
  readonly previous: string;
  readonly next: string;
  readonly loading: string;
  /** The name of the region with messages on what has been done. */
  readonly messages: string;
  readonly noMatch: string;
  /** In dialogs, while there is no network. */
  readonly offline: string;
  readonly selectRow: (name: string) => string;
  readonly selected: (count: number) => string;
  readonly range: (from: number, to: number, total: number) => string;
}

const english: KitTexts = {
  cancel: 'Cancel',
  close: 'Close',
  edit: 'Edit',
  save: 'Save',
  filter: 'Filter',
  exportCsv: 'Export CSV',
  selectAll: 'Select all',
  clearSelection: 'Clear selection',
  previous: 'Previous page',
  next: 'Next page',
  loading: 'Loading…',
  messages: 'Messages',
  noMatch: 'Nothing matches the filter.',
  offline: 'No connection. Nothing can be saved until it returns; what you entered stays.',
  selectRow: (name) => `Select ${name}`,
  selected: (count) => `${count} selected`,
  range: (from, to, total) => `${from}–${to} of ${total}`,
};

/** Called at every use, so that it can follow a change of language. */
export const KIT_TEXTS = new InjectionToken<() => KitTexts>('texts of the kit', {
  providedIn: 'root',
  factory: () => () => english,
});
