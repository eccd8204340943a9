import type { UnitOfWork } from '@gatehouse/database';
import type { NewTreeResource, ProtectedService, Resources } from '@gatehouse/directory';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type ChildTypeName, resolvedConfiguration } from '@gatehouse/service-types';
import { mayOpen } from '../comparison/gains';
import type { KnownRules } from './access-rules';
import type { DifferenceRepository, StoredDifference } from './difference-repository';
import { Placement } from './placement';

/** What became of differences. */
export interface Created {
  /** Whose resources exist now. */
  readonly applied: readonly number[];
  /** Whose creation could open something. */
  readonly held: readonly number[];
  /** Whose parents are not registered, so that they have to wait. */
  readonly waiting: readonly number[];
}

/** Creates what has appeared. Inside a unit of work. */
export class Creation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly resources: Resources,
    private readonly differences: DifferenceRepository,
  ) {}

  /** `known`: the assignments of the service; undefined if somebody has decided, so that what could open something is created as well. */
  async create(
    service: ProtectedService,
    appeared: readonly StoredDifference[],
    known: KnownRules | undefined,
  ): Promise<Created> {
    const { manager } = this.unitOfWork;
    const placement = new Placement(manager, service.id);
    await placement.load(appeared.map(({ path }) => path));
    const applied: number[] = [];
    const held: number[] = [];
    const waiting: number[] = [];
    const planned = new Map<string, NewTreeResource>();
    const created: { readonly path: readonly string[]; readonly resource: NewTreeResource }[] = [];
    for (const one of appeared) {
      if (placement.at(one.path)) {
        applied.push(one.id);
        continue;
      }
      const above = one.path.slice(0, -1);
      const parent = placement.at(above)?.id ?? planned.get(JSON.stringify(above));
      if (parent === undefined) {
        waiting.push(one.id);
        continue;
      }
      if (known && couldOpen(service, known, placement, one)) {
        held.push(one.id);
        continue;
      }
      const resource = {
        parent,
        name: one.path.at(-1) ?? '',
        typeName: one.type,
        displayName: one.displayName,
      };
      planned.set(JSON.stringify(one.path), resource);
      created.push({ path: one.path, resource });
      applied.push(one.id);
    }
    const stored = await this.resources.createAll(
      service,
      created.map(({ resource }) => resource),
    );
    await this.differences.noteOrigins(
      service.id,
      stored.map(({ id }) => id),
    );
    return { applied, held, waiting };
  }
}

/** Whether the creation of a resource could open something, by assignments that are still those of this moment. */
function couldOpen(
  service: ProtectedService,
  { rules, deniedBelow }: KnownRules,
  placement: Placement,
  one: StoredDifference,
): boolean {
  if (!rules) return true;
  const { type, configuration } = service;
  const { unregisteredNames, registeredNamesOnly } = serviceOptions(service.proxy);
  let above = one.path.slice(0, -1);
  let closest = placement.at(above);
  while (!closest) {
    above = above.slice(0, -1);
    closest = placement.at(above);
  }
  const isBeside = above.length === one.path.length - 1;
  return mayOpen(
    {
      name: one.path.at(-1) ?? '',
      type: one.type as ChildTypeName,
      above: [closest.id, ...closest.above],
      siblings: isBeside ? (deniedBelow.get(closest.id) ?? []) : [],
    },
    rules,
    {
      type,
      hasMaps: type.maps?.(resolvedConfiguration(type, configuration) ?? {}) !== undefined,
      refusesUnregistered: registeredNamesOnly || unregisteredNames === 'refuse',
    },
  );
}
