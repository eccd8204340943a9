import {
  SERVICE_TABLE,
  fieldsWith,
  readPermission,
  validateService,
  validateServiceUrlInFile,
} from '@gatehouse/directory';
import { nameKey } from '@gatehouse/names';
import { Problem, problem } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import { EXPECTED } from '../declarations/expectations';
import { RESOURCE_FIELDS, SECTIONS } from '../declarations/sections';
import { type Message, type Place, type Severity, messageAt } from '../message';
import { type FileMember, type FileValue, isNull, plainOf } from '../read/file-value';
import type { Entries } from '../read/read-sections';
import type {
  DesiredGroup,
  DesiredPermission,
  DesiredResource,
  DesiredService,
  DesiredServiceResource,
  DesiredState,
  DesiredUser,
  ResourcePath,
} from './desired-state';
import { type EntryFields, readEntry } from './read-entry';

/** Entries that are validated in one step. */
const ENTRIES_OF_STEP = 100;

export interface ValidationOptions {
  /** Whether services whose entries have hooks need others that are executed, or are served without. */
  readonly hooks: 'require' | 'ignore';
}

export interface Validated {
  readonly state: DesiredState;
  readonly messages: readonly Message[];
}

/**
 * The state that the entries of files describe. Needs no database. Problems of services refuse the configuration, entries of
 * the other sections with problems are left out; all problems are reported.
 */
export function validate(entries: Entries, options: ValidationOptions): Validated {
  return finished(validateSteps(entries, options));
}

/** The same in steps, so that others have their turn. */
export function* validateSteps(entries: Entries, options: ValidationOptions): Steps<Validated> {
  const validation = new Validation(options);
  const services = validation.services(entries.providers);
  const groups = yield* validation.groups(entries.groups);
  const users = yield* validation.users(entries.users);
  const resources = yield* validation.serviceResources(entries.resources);
  const permissions = yield* validation.permissions(entries.permissions);
  return { state: { services, groups, users, resources, permissions }, messages: validation.messages };
}

class Validation {
  readonly messages: Message[] = [];

  constructor(private readonly options: ValidationOptions) {}

  /** A name without quotes that YAML reads as a number or boolean is not that of the service. */
  private noteNoText(place: Place): void {
    const field = { en: 'The name of a service', fr: 'le nom d’un service' };
    const found = problem('configuration_value_invalid', { field, expected: EXPECTED.text });
    this.messages.push(messageAt('refused', place, found));
  }

  /** A later definition of a name replaces an earlier one as a whole. */
  services(members: readonly FileMember[]): DesiredService[] {
    for (const { key } of members)
      if (typeof key.value !== 'string') this.noteNoText({ path: 'providers', value: key });
    const last = new Map(members.map((member) => [String(member.key.value), member]));
    for (const { key } of members) {
      const name = String(key.value);
      const winner = last.get(name)?.key;
      const shown = key.written ?? name;
      if (winner && winner !== key)
        this.noteReplaced(shown, { path: `providers.${shown}`, value: key }, winner);
    }
    return [...last].flatMap(([name, member]) => this.service(name, member) ?? []);
  }

  groups(values: readonly FileValue[]): Steps<Map<string, DesiredGroup>> {
    return this.named('groups', 'name', values, (name, fields, place) => ({
      name,
      description: fields.text('description') ?? '',
      discoverable: fields.flag('discoverable') ?? false,
      terms: fields.text('terms'),
      isCreatedAlways: fields.text('create') === 'always',
      place,
    }));
  }

  users(values: readonly FileValue[]): Steps<Map<string, DesiredUser>> {
    return this.named('users', 'username', values, (name, fields, place) => {
      const groups = this.texts(fields, 'groups');
      const kind = fields.text('kind') === 'service' ? 'service' : 'person';
      const password = fields.text('password');
      if (kind === 'service' && password !== undefined) {
        const found = problem('service_account_not_allowed');
        this.messages.push(messageAt('skipped', fields.place('password'), found));
        return undefined;
      }
      const noAddress = kind === 'service' || fields.isEmptyText('email') ? '' : defaultEmailOf(name);
      return (
        groups && {
          name,
          email: fields.text('email') ?? noAddress,
          kind,
          password,
          locale: fields.text('locale'),
          group: fields.text('group'),
          groups,
          isCreatedAlways: fields.text('create') === 'always',
          place,
        }
      );
    });
  }

  *serviceResources(values: readonly FileValue[]): Steps<DesiredServiceResource[]> {
    const resources: DesiredServiceResource[] = [];
    for (const [index, value] of values.entries()) {
      if (index % ENTRIES_OF_STEP === 0) yield 0;
      const place = { path: `resources[${index}]`, value };
      const fields = this.read(place, SECTIONS.resources, 'skipped');
      const path = fields && this.path(fields, 'path', 'skipped');
      if (path)
        resources.push({
          service: fields.text('service') ?? '',
          displayName: fields.text('display_name'),
          place,
          ...path,
        });
    }
    return resources;
  }

  *permissions(values: readonly FileValue[]): Steps<DesiredPermission[]> {
    const permissions: DesiredPermission[] = [];
    for (const [index, value] of values.entries()) {
      const permission = this.permission({ path: `permissions[${index}]`, value });
      if (permission) permissions.push(permission);
      if (index % ENTRIES_OF_STEP === 0) yield 0;
    }
    return permissions;
  }

  private service(name: string, { key, value }: FileMember): DesiredService | undefined {
    const place = { path: `providers.${key.written ?? name}`, value };
    const fields = this.read(place, SECTIONS.providers, 'refused');
    if (!fields) return undefined;
    const proxy = fields.value('proxy');
    const synchronization = fields.value('synchronization');
    const configuration = fields.value('configuration');
    const service = this.attempt(
      'refused',
      (found) => placeOf(found, fields, place),
      () =>
        validateService(
          {
            name,
            typeName: fields.text('type') ?? '',
            url: fields.text('url') ?? '',
            syncType: fields.text('sync_type') ?? null,
            configuration: configuration === undefined ? null : plainOf(configuration),
            proxy: proxy === undefined ? null : plainOf(proxy),
            synchronization: synchronization === undefined ? null : plainOf(synchronization),
          },
          validateServiceUrlInFile,
        ),
    );
    if (!service) return undefined;
    const isStated = (field: string) => value.kind === 'object' && value.members.has(field);
    return {
      ...service,
      proxy: isStated('proxy') ? service.proxy : undefined,
      synchronization: isStated('synchronization') ? service.synchronization : undefined,
      needsHooks: this.needsHooks(key.written ?? name, fields),
      resources: this.resources(fields),
      place,
    };
  }

  /** Whether requests have to be refused until there are hooks that are executed: otherwise what these hide would be public. */
  private needsHooks(name: string, fields: EntryFields): boolean | undefined {
    const hooks = fields.value('hooks');
    if (hooks?.kind !== 'list' || hooks.items.length === 0) return undefined;
    const found = problem('configuration_hooks_not_executed', { name });
    this.messages.push(messageAt('warning', fields.place('hooks'), found));
    return this.options.hooks === 'require';
  }

  private resources(fields: EntryFields): DesiredResource[] {
    const list = fields.value('resources');
    if (list?.kind !== 'list') return [];
    return list.items.flatMap((value, index) => {
      const place = { path: `${fields.place('resources').path}[${index}]`, value };
      const own = readEntry(place, {
        fields: RESOURCE_FIELDS,
        invalid: 'refused',
        unknownField: 'refused',
        report: (message) => this.messages.push(message),
      });
      const path = own && this.path(own, 'path', 'refused');
      return path ? [{ ...path, displayName: own.text('display_name'), place }] : [];
    });
  }

  private permission(place: Place): DesiredPermission | undefined {
    const fields = this.read(place, SECTIONS.permissions, 'skipped');
    if (!fields) return undefined;
    const [user, group] = [fields.text('user'), fields.text('group')];
    const written = fields.value('permission');
    const permission = this.attempt(
      'skipped',
      () => fields.place('permission'),
      () => readPermission({ permission: written && plainOf(written) }),
    );
    const path = permission && this.path(fields, 'resource', 'skipped');
    if (!path) return undefined;
    if (user === undefined && group === undefined) {
      this.messages.push(messageAt('skipped', place, problem('configuration_principal_missing')));
      return undefined;
    }
    const action = fields.text('action') === 'remove' ? 'remove' : 'create';
    return { service: fields.text('service') ?? '', permission, user, group, action, place, ...path };
  }

  /** The path of a resource with the types for new ones; undefined if it has none of the forms, which is reported. */
  private path(fields: EntryFields, name: string, severity: Severity): ResourcePath | undefined {
    const segments = segmentsOf(fields.text(name));
    const types = segmentsOf(fields.text('type'));
    if (segments.includes('') || types.includes('')) {
      const field = segments.includes('') ? name : 'type';
      const found = problem('configuration_value_invalid', { field, expected: EXPECTED.path });
      this.messages.push(messageAt(severity, fields.place(field), found));
      return undefined;
    }
    if (segments.length === 0 || types.length === 0) return { segments, types: undefined };
    if (types.length === 1) return { segments, types: segments.map(() => String(types[0])) };
    if (types.length === segments.length) return { segments, types };
    const data = { types: types.length, segments: segments.length };
    this.messages.push(
      messageAt(severity, fields.place('type'), problem('configuration_types_uneven', data)),
    );
    return undefined;
  }

  private texts(fields: EntryFields, name: string): readonly string[] | undefined {
    const list = fields.value(name);
    if (list?.kind !== 'list') return [];
    const texts = list.items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
    );
    if (texts.length === list.items.length) return texts;
    const found = problem('configuration_value_invalid', { field: name, expected: EXPECTED.texts });
    this.messages.push(messageAt('skipped', fields.place(name), found));
    return undefined;
  }

  /** The entries of a list by their names, of which the last ones count. In names of users, case does not count. */
  private *named<T extends { readonly place: Place | undefined }>(
    section: 'users' | 'groups',
    key: string,
    values: readonly FileValue[],
    convert: (name: string, fields: EntryFields, place: Place) => T | undefined,
  ): Steps<Map<string, T>> {
    const found = new Map<string, T>();
    for (const [index, value] of values.entries()) {
      if (index % ENTRIES_OF_STEP === 0) yield 0;
      const place = { path: `${section}[${index}]`, value };
      const fields = isNull(value) ? undefined : this.read(place, SECTIONS[section], 'skipped');
      const name = fields?.text(key);
      const converted = fields && name !== undefined ? convert(name, fields, place) : undefined;
      if (!converted || name === undefined) continue;
      const id = section === 'users' ? nameKey(name) : name;
      const before = found.get(id)?.place;
      if (before) this.noteReplaced(name, before, value);
      found.set(id, converted);
    }
    return found;
  }

  private read(
    place: Place,
    { fields, unknownField }: (typeof SECTIONS)[keyof typeof SECTIONS],
    invalid: Severity,
  ): EntryFields | undefined {
    return readEntry(place, {
      fields,
      invalid,
      unknownField,
      report: (message) => this.messages.push(message),
    });
  }

  private attempt<T>(severity: Severity, place: (found: Problem) => Place, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.messages.push(messageAt(severity, place(error), error));
      return undefined;
    }
  }

  private noteReplaced(name: string, place: Place, winner: FileValue): void {
    const { line } = winner.source.positionOf(winner.offset);
    const data = { name, file: winner.source.name, line };
    this.messages.push(messageAt('warning', place, problem('configuration_entry_replaced', data)));
  }
}

/** The field of a service that a problem is about, by its name in requests; otherwise the entry. */
function placeOf({ details }: Problem, fields: EntryFields, entry: Place): Place {
  const [wire] = details.param?.name?.split('.') ?? [];
  const [field] = fieldsWith(SERVICE_TABLE, (one) => one.wire !== undefined && one.wire === wire);
  const name = field?.[1].file;
  return name !== undefined && fields.value(name) ? fields.place(name) : entry;
}

/** Like the reference, for users that files describe incompletely. */
export function defaultEmailOf(userName: string): string {
  return `${userName}@mail.com`;
}

/** Slashes at both ends do not count, however many: values of variables often bring theirs. */
function segmentsOf(path = ''): readonly string[] {
  const segments = path.split('/');
  const first = segments.findIndex((segment) => segment !== '');
  return first < 0 ? [] : segments.slice(first, segments.findLastIndex((segment) => segment !== '') + 1);
}
