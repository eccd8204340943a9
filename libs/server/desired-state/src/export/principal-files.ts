import {
  type AnyTable,
  type ContentsReader,
  type ExportedRow,
  type ExportedUser,
  GROUP_TABLE,
  USER_TABLE,
  fieldsWith,
} from '@gatehouse/directory';
import { inByteOrder } from '@gatehouse/names';
import { SECTIONS } from '../declarations/sections';
import type { PrincipalRules } from '../plan/planned-principals';
import type { RunSteps } from '../plan/planner';
import type { TextFile } from '../read/read-files';
import { type Entry, FileWriter } from './file-writer';
import { fileName } from './file-name';

/** The sections `groups` and `users`. */
export class PrincipalFiles {
  constructor(
    private readonly contents: ContentsReader,
    private readonly rules: PrincipalRules,
    private readonly run: RunSteps,
    private readonly maxEntries?: number,
  ) {}

  async *files(): AsyncGenerator<TextFile> {
    let number = 1;
    let writer = this.newWriter();
    for await (const [section, page] of this.entries()) {
      if (writer.isFull) {
        yield { name: fileName('principals', number), text: writer.text() };
        number += 1;
        writer = this.newWriter();
      }
      await this.run(writer.add(section, page));
    }
    yield { name: fileName('principals', number), text: writer.text() };
  }

  private async *entries(): AsyncGenerator<readonly [section: number, entries: Entry[]]> {
    for await (const page of this.contents.groups())
      yield [0, page.flatMap((group): Entry[] => this.groupEntries(group))];
    for await (const page of this.contents.users())
      yield [1, page.flatMap((user): Entry[] => this.userEntries(user))];
  }

  private newWriter(): FileWriter {
    return new FileWriter('', [['groups'], ['users']], this.maxEntries);
  }

  /** Groups that each instance has by itself are left out. */
  private groupEntries(group: ExportedRow): Entry[] {
    if (this.rules.groups.protectionError(group.name)) return [];
    return [{ ...entryOf('groups', GROUP_TABLE, group), create: 'always' }];
  }

  private userEntries({ groups, ...row }: ExportedUser): Entry[] {
    const user = row as ExportedRow;
    const { users, groups: groupRules } = this.rules;
    if (!isExportedUser(user.name, this.rules)) return [];
    // Everybody is a member of the anonymous group.
    const names = groups
      .filter((name) => !groupRules.isAnonymous(name) && isExportedGroup(name, this.rules))
      .sort(inByteOrder);
    if (!users.isConfiguredAdministrator(user.name))
      return [{ ...entryOf('users', USER_TABLE, user), groups: names, create: 'always' }];
    const others = names.filter((name) => !groupRules.isAdministrators(name));
    return others.length === 0 ? [] : [{ username: user.name, groups: others }];
  }
}

export function isExportedUser(name: string, { users }: PrincipalRules): boolean {
  return !users.isShared(name) && !users.isAnonymous(name);
}

/** That of administrators has members, although it is created by itself. */
function isExportedGroup(name: string, { groups }: PrincipalRules): boolean {
  return groups.isAnonymous(name) || groups.isAdministrators(name) || !groups.protectionError(name);
}

/** The fields of a row that files have, without those that have their default. */
function entryOf(section: 'users' | 'groups', table: AnyTable, row: ExportedRow): Entry {
  const { fields: declared } = SECTIONS[section];
  const fields = fieldsWith(
    table,
    ({ file, secret }) => file !== undefined && !secret && Object.hasOwn(declared, file),
  );
  return Object.fromEntries(
    fields.flatMap(([property, { file, default: implied }]) => {
      const value = row[property];
      return file === undefined || value === null || value === implied ? [] : [[file, value]];
    }),
  );
}
