import { formatExplicit } from '@gatehouse/access-engine';
import {
  type ContentsReader,
  type ExportedAssignment,
  type ExportedResource,
  type ProtectedService,
  SERVICE_TABLE,
  fieldsWith,
} from '@gatehouse/directory';
import type { PrincipalRules } from '../plan/planned-principals';
import type { RunSteps } from '../plan/planner';
import type { TextFile } from '../read/read-files';
import { fileName } from './file-name';
import { type Entry, FileWriter, yamlOf } from './file-writer';
import { isExportedUser } from './principal-files';

const RESOURCES = 0;
const PERMISSIONS = 1;

/** The files of services: the first one has the service, further ones the rest of a large one. */
export class ServiceFiles {
  constructor(
    private readonly contents: ContentsReader,
    private readonly rules: PrincipalRules,
    private readonly run: RunSteps,
    private readonly maxEntries?: number,
  ) {}

  /** `base`: the name of its files, without number and ending. */
  async *of(service: ProtectedService, base: string): AsyncGenerator<TextFile> {
    const place = { service: service.name };
    const head = yamlOf({ providers: { [service.name]: fieldsOf(service) } });
    let number = 1;
    let writer = new FileWriter(
      head,
      [['providers', service.name, 'resources'], ['permissions']],
      this.maxEntries,
    );
    for await (const [section, entries] of this.entriesOf(service)) {
      if (writer.isFull) {
        yield { name: fileName(base, number), text: writer.text() };
        number += 1;
        writer = new FileWriter('', [['resources'], ['permissions']], this.maxEntries);
      }
      const isOfService = section === PERMISSIONS || number > 1;
      await this.run(
        writer.add(section, isOfService ? entries.map((entry) => ({ ...place, ...entry })) : entries),
      );
    }
    yield { name: fileName(base, number), text: writer.text() };
  }

  /** Without the name of the service. */
  private async *entriesOf({
    id: serviceId,
  }: ProtectedService): AsyncGenerator<readonly [section: number, entries: Entry[]]> {
    for await (const page of this.permissionsOn(new Map([[serviceId, {}]]))) yield [PERMISSIONS, page];
    for await (const resources of this.contents.tree(serviceId)) {
      const entries = resources.map(entryOf);
      yield [RESOURCES, entries];
      const places = new Map(
        resources.map(({ id }, index) => [
          id,
          { resource: entries[index]?.['path'], type: entries[index]?.['type'] },
        ]),
      );
      for await (const page of this.permissionsOn(places)) yield [PERMISSIONS, page];
    }
  }

  /** The entries of the permissions on some resources, whose places are given by their identifiers. */
  private async *permissionsOn(places: ReadonlyMap<number, Entry>): AsyncGenerator<Entry[]> {
    for await (const page of this.contents.assignments([...places.keys()]))
      yield page.flatMap((assignment): Entry[] => {
        const { resourceId, kind, holder } = assignment;
        if (!this.isExported(assignment)) return [];
        return [{ ...places.get(resourceId), permission: formatExplicit(assignment), [kind]: holder }];
      });
  }

  /** Groups of the network have permissions, although they are created with the nodes. */
  private isExported({ kind, holder }: ExportedAssignment): boolean {
    return kind === 'group' || isExportedUser(holder, this.rules);
  }
}

function entryOf({ names, types, displayName }: ExportedResource): Entry {
  return {
    path: `/${names.join('/')}`,
    type: typeText(types),
    ...(displayName === names.at(-1) ? {} : { display_name: displayName }),
  };
}

function fieldsOf(service: ProtectedService): Entry {
  const values: Record<string, unknown> = { ...service, type: service.type.name };
  return Object.fromEntries(
    fieldsWith(SERVICE_TABLE, ({ file }) => file !== undefined).flatMap(
      ([property, { file, default: implied }]) =>
        file === undefined || values[property] === implied ? [] : [[file, values[property]]],
    ),
  );
}

/** One type where all segments have it. */
function typeText(types: readonly string[]): string {
  return new Set(types).size === 1 ? String(types[0]) : types.join('/');
}
