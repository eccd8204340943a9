import { computed, effect, inject, Injectable, signal } from '@angular/core';
import type { SearchReplyDto, SearchResultDto } from '@gatehouse/dto';
import { asProblem, type Problem, SearchApi, type SearchKind } from '@gatehouse/ui-data';
import { folderIcon, groupsIcon, type IconShape, serviceIcon, userIcon } from '@gatehouse/ui-kit';
import { PrincipalNames } from '../principals/principal-names';
import { Commands } from './commands';
import { type PaletteItem, type PaletteSection, type Target, textParts } from './palette-item';

/** Milliseconds without a key before a search begins. */
const PAUSE_MS = 120;

/** The most results of each kind. */
const MAX_ROWS = 6;

/** A result of the search, or one that stands for it. */
type Result = Pick<SearchResultDto, 'name' | 'display_name' | 'path' | 'email' | 'service_name'> & {
  readonly id: number | string;
};

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
  private readonly names = inject(PrincipalNames);

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
      sections.push({ kind, items: this.results(kind).map((result) => this.toItem(kind, result)) });
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
      const timer = setTimeout(() => void this.search(q), PAUSE_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  retry(): void {
    void this.search(this.query());
  }

  /** What was found, and everyone where the search is for the name that is displayed instead of the technical one. */
  private results(kind: SearchKind): readonly Result[] {
    const found = this.found();
    const results = found?.results.filter((result) => result.kind === kind) ?? [];
    const name =
      found && (kind === 'user' || kind === 'group') ? this.names.everyoneFor(this.query()) : undefined;
    if (name === undefined || results.some((result) => result.name === name)) return results;
    return [{ id: 'everyone', name }, ...results];
  }

  private toItem(kind: SearchKind, result: Result): PaletteItem {
    const { id, name, display_name, path, email } = result;
    const isPrincipal = kind === 'user' || kind === 'group';
    const note =
      (isPrincipal ? this.names.technical(name) : null) ?? email ?? (path === name ? undefined : path);
    return {
      id: `${kind}-${id}`,
      icon: icons[kind],
      label: textParts(isPrincipal ? this.names.of(name) : (display_name ?? name), this.query()),
      ...(note && { note: textParts(note, this.query()) }),
      target: targetOf(kind, result),
    };
  }

  private async search(q: string): Promise<void> {
    this.failure.set(undefined);
    try {
      const found = await this.api.find(q, KINDS, MAX_ROWS);
      if (q === this.query()) this.reply.set({ q, found });
    } catch (thrown) {
      this.failure.set({ q, problem: asProblem(thrown) });
    }
  }
}

function targetOf(kind: SearchKind, { id, name, service_name }: Result): Target {
  if (kind === 'user') return { route: ['/users', name] };
  if (kind === 'group') return { route: ['/groups', name] };
  const service = ['/services', service_name ?? name];
  return kind === 'service' ? { route: service } : { route: service, query: { resource: id } };
}
