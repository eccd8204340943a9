import { computed, effect, inject, Injectable, signal } from '@angular/core';
import type { SearchReplyDto, SearchResultDto } from '@gatehouse/dto';
import { asProblem, type Problem, SearchApi, type SearchKind } from '@gatehouse/ui-data';
import { folderIcon, groupsIcon, type IconShape, serviceIcon, userIcon } from '@gatehouse/ui-kit';
import { Commands } from './commands';
import { type PaletteItem, type PaletteSection, type Target, textParts } from './palette-item';

/** Milliseconds without a key before a search begins. */
const PAUSE = 120;

/** The most results of each kind. */
const LIMIT = 6;

const KINDS: readonly SearchKind[] = ['user', 'group', 'service', 'resource'];

const icons: Readonly<Record<SearchKind, IconShape>> = {
  user: userIcon,
  group: groupsIcon,
  service: serviceIcon,
  resource: folderIcon,
};

/** What is typed into the palette, and what is found for it. Of several searches, the one for the current text counts. */
@Injectable()
export class PaletteStore {
  private readonly api = inject(SearchApi);
  private readonly commands = inject(Commands);

  readonly text = signal('');
  private readonly reply = signal<{ readonly q: string; readonly found: SearchReplyDto } | undefined>(
    undefined,
  );
  private readonly failure = signal<{ readonly q: string; readonly problem: Problem } | undefined>(undefined);

  readonly query = computed(() => this.text().trim());
  readonly problem = computed(() => {
    const failure = this.failure();
    return failure?.q === this.query() ? failure.problem : undefined;
  });
  /** Whether a search is to begin, or has begun and was not answered. */
  readonly searching = computed(
    () => this.query() !== '' && this.reply()?.q !== this.query() && !this.problem(),
  );
  readonly truncated = computed(() => this.found()?.truncated ?? false);

  readonly sections = computed<readonly PaletteSection[]>(() => {
    const sections: PaletteSection[] = [{ kind: 'command', items: this.commands.matching(this.query()) }];
    for (const kind of KINDS) {
      const results = this.found()?.results.filter((result) => result.kind === kind) ?? [];
      sections.push({ kind, items: results.map((result) => toItem(kind, result, this.query())) });
    }
    return sections.filter(({ items }) => items.length > 0);
  });
  readonly count = computed(() => this.sections().reduce((sum, { items }) => sum + items.length, 0));

  /** Results of another text are never shown. */
  private readonly found = computed(() => {
    const reply = this.reply();
    return reply?.q === this.query() ? reply.found : undefined;
  });

  constructor() {
    effect((onCleanup) => {
      const q = this.query();
      if (q === '') return;
      const timer = setTimeout(() => void this.search(q), PAUSE);
      onCleanup(() => clearTimeout(timer));
    });
  }

  retry(): void {
    void this.search(this.query());
  }

  private async search(q: string): Promise<void> {
    this.failure.set(undefined);
    try {
      const found = await this.api.find(q, KINDS, LIMIT);
      if (q === this.query()) this.reply.set({ q, found });
    } catch (thrown) {
      this.failure.set({ q, problem: asProblem(thrown) });
    }
  }
}

function toItem(kind: SearchKind, result: SearchResultDto, q: string): PaletteItem {
  const { id, name, display_name, path, email } = result;
  const note = email ?? (path === name ? undefined : path);
  return {
    id: `${kind}-${id}`,
    icon: icons[kind],
    label: textParts(display_name ?? name, q),
    ...(note && { note: textParts(note, q) }),
    target: targetOf(kind, result),
  };
}

function targetOf(kind: SearchKind, { id, name, service_name }: SearchResultDto): Target {
  if (kind === 'user') return { route: ['/users', name] };
  if (kind === 'group') return { route: ['/groups', name] };
  const service = ['/services', service_name ?? name];
  return kind === 'service' ? { route: service } : { route: service, query: { resource: id } };
}
