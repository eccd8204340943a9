/** What the form of the synchronization options contains. */
export interface SyncDraft {
  readonly mode: string;
  /** Minutes as entered; empty: only on demand. */
  readonly interval: string;
  /** Levels as entered; empty: the default. */
  readonly depth: string;
}

/** Options as the API has them; those that are not set have their defaults. */
export interface SyncOptionValues {
  readonly mode?: string;
  readonly interval_minutes?: number | null;
  readonly depth?: number;
}

/** Bounds of the API. */
const MIN_INTERVAL_MINUTES = 5;
const MAX_INTERVAL_MINUTES = 366 * 24 * 60;
const MAX_DEPTH = 32;
const DEFAULT_DEPTH = 3;

export const DEFAULT_DRAFT: SyncDraft = { mode: 'suggest', interval: '', depth: String(DEFAULT_DEPTH) };

export function draftOfOptions(options: SyncOptionValues | null): SyncDraft {
  const { mode = 'suggest', interval_minutes: minutes = null, depth = DEFAULT_DEPTH } = options ?? {};
  return { mode, interval: minutes === null ? '' : String(minutes), depth: String(depth) };
}

export function isIntervalValid({ interval }: SyncDraft): boolean {
  const text = interval.trim();
  return text === '' || isWhole(text, MIN_INTERVAL_MINUTES, MAX_INTERVAL_MINUTES);
}

export function isDepthValid({ depth }: SyncDraft): boolean {
  return isWhole(depth.trim(), 1, MAX_DEPTH);
}

/** The options of a draft, all of them; undefined if it is not valid. */
export function optionsOfDraft(draft: SyncDraft): Required<SyncOptionValues> | undefined {
  if (!isIntervalValid(draft) || !isDepthValid(draft)) return undefined;
  const interval = draft.interval.trim();
  return {
    mode: draft.mode,
    interval_minutes: interval === '' ? null : Number(interval),
    depth: Number(draft.depth.trim()),
  };
}

/** The options as texts are compared. */
export function isSameDraft(one: SyncDraft, other: SyncDraft): boolean {
  return JSON.stringify(optionsOfDraft(one)) === JSON.stringify(optionsOfDraft(other));
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}
