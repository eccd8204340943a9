import { Injectable } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import {
  DirectorySearch,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchRange,
} from '@gatehouse/directory';
import type { SearchReplyDto, SearchResultDto } from '@gatehouse/dto';
import type { InMemoryRecords } from '../snapshot/in-memory-records';

/** Candidates for the last name of a path. */
const MAX_CANDIDATES = 500;

const ID = /^\d{1,10}$/;

/** Finds objects for the palette and the search of the tree: identifiers and paths in memory, parts of names in the database. */
@Injectable()
export class SearchService {
  constructor(private readonly search: DirectorySearch) {}

  /** Of services and resources, those of the service in `range`. */
  async find(
    text: string,
    kinds: readonly SearchKind[],
    range: SearchRange,
    records: InMemoryRecords,
  ): Promise<SearchReplyDto> {
    const { limit } = range;
    const results: SearchResultDto[] = [];
    if (text === '') return { results, truncated: false };
    let truncated = false;
    for (const kind of SEARCH_KINDS.filter((one) => kinds.includes(one))) {
      const known = [...byId(kind, text, records), ...byPath(kind, text, records)].filter((hit) =>
        isInRange(hit, range, records),
      );
      const found = await this.matches(kind, text, range, records);
      truncated ||= found.truncated;
      const shown = new Map<number, SearchResultDto>();
      for (const hit of [...known, ...found.hits]) {
        const result = toResult(hit, records);
        if (result && !shown.has(hit.id)) shown.set(hit.id, result);
      }
      truncated ||= shown.size > limit;
      results.push(...[...shown.values()].slice(0, limit));
    }
    return { results, truncated };
  }

  /**
   * A text with a slash is a part of a path: its last name is searched for below the name before it, and the names above are
   * compared. Without the name before it there may be more candidates than are read, although few are on such a path.
   */
  private async matches(kind: SearchKind, text: string, range: SearchRange, { snapshot }: InMemoryRecords) {
    const names = namesIn(text);
    const last = names.at(-1);
    if (kind !== 'resource' || names.length < 2 || last === undefined)
      return text.includes('/') ? { hits: [], truncated: false } : this.search.find(kind, text, range);
    const { hits, truncated } = await this.search.find(kind, last, {
      ...range,
      parentName: names.at(-2),
      limit: MAX_CANDIDATES,
    });
    const part = names.join('/').toLowerCase();
    return { hits: hits.filter(({ id }) => pathOf(snapshot, id).toLowerCase().includes(part)), truncated };
  }
}

function isInRange(
  { kind, id }: SearchHit,
  { serviceId }: SearchRange,
  { snapshot }: InMemoryRecords,
): boolean {
  if (serviceId === undefined || kind === 'user' || kind === 'group') return true;
  return snapshot.serviceOf(id)?.resourceId === serviceId;
}

function namesIn(text: string): string[] {
  return text.split('/').filter((name) => name !== '');
}

function pathOf(snapshot: AccessSnapshot, id: number): string {
  return snapshot
    .pathOf(id)
    .reverse()
    .map(({ name }) => name)
    .join('/');
}

function byId(kind: SearchKind, text: string, { snapshot }: InMemoryRecords): SearchHit[] {
  if (!ID.test(text)) return [];
  const id = Number(text);
  const row =
    kind === 'user' ? snapshot.user(id) : kind === 'group' ? snapshot.group(id) : snapshot.resource(id);
  if (!row) return [];
  if ('parentId' in row && (row.parentId === null) !== (kind === 'service')) return [];
  return [{ kind, id, name: row.name }];
}

/** The service or resource at a whole path. */
function byPath(kind: SearchKind, text: string, { snapshot }: InMemoryRecords): SearchHit[] {
  const [serviceName, ...below] = namesIn(text);
  if (kind === 'user' || kind === 'group' || serviceName === undefined || !text.includes('/')) return [];
  let id = snapshot.serviceByName(serviceName)?.resourceId;
  for (const name of below) id = id === undefined ? undefined : snapshot.childByName(id, name);
  const row = id === undefined ? undefined : snapshot.resource(id);
  if (!row || (row.parentId === null) !== (kind === 'service')) return [];
  return [{ kind, id: row.id, name: row.name }];
}

/** Undefined for what was deleted since it was found, or created since the snapshot. */
function toResult({ kind, id }: SearchHit, records: InMemoryRecords): SearchResultDto | undefined {
  const { snapshot } = records;
  if (kind === 'user') {
    const user = records.user(id);
    return user && { kind, id, name: user.name, email: user.email };
  }
  if (kind === 'group') {
    const group = snapshot.group(id);
    return group && { kind, id, name: group.name };
  }
  const resource = snapshot.resource(id);
  const service = snapshot.serviceOf(id);
  if (!resource || !service) return undefined;
  const displayName = records.displayName(id, resource.name);
  return {
    kind,
    id,
    name: resource.name,
    ...(displayName === resource.name ? {} : { display_name: displayName }),
    path: pathOf(snapshot, id),
    service_name: service.name,
  };
}
