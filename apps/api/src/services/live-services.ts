import { Injectable } from '@nestjs/common';
import type { ServiceType } from '@gatehouse/service-types';
import type { ProtectedService } from '@gatehouse/directory';
import { LazyList, LazyObject, type Step } from '@gatehouse/wire';
import { InMemoryState } from '../snapshot/in-memory-state';

export interface ListedServices<Shown> {
  /** The types whose services are listed; all if undefined. */
  readonly types: readonly ServiceType[] | undefined;
  /** Types that have a key even without services. */
  readonly keys: readonly ServiceType[];
  /** Which of the services are listed; all by default. */
  readonly isListed?: (service: ProtectedService) => boolean;
  readonly show: (service: ProtectedService) => Shown;
}

/** Services that are left out in one step. */
const SKIPPED_OF_STEP = 64;

/** Names that objects of JavaScript have as indexes: first, in the order of their numbers. */
const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const MAX_INDEX = 2 ** 32 - 2;

/**
 * Listings of services that are made from memory while they are written. They keep the ids of the services and look them up again:
 * what was deleted meanwhile is left out.
 */
@Injectable()
export class LiveServices {
  constructor(private readonly state: InMemoryState) {}

  /** By type and then by name. `before` does what has to be done first, in steps. */
  byTypeAndName<Shown>(
    listed: ListedServices<Shown>,
    before?: () => Generator<undefined, void, undefined>,
  ): LazyObject<LazyObject<Shown>> {
    return new LazyObject(() => this.types(listed, before));
  }

  /** A list, sorted by name. */
  sorted<Shown>({ types, ...listed }: ListedServices<Shown>): LazyList<Shown> {
    const ids = (): Int32Array => Int32Array.from(this.state.records().services(types), ({ id }) => id);
    return new LazyList(() => this.items(ids(), listed));
  }

  /** A list of them in the order of {@link byTypeAndName}. */
  flattened<Shown>(
    listed: ListedServices<Shown>,
    before?: () => Generator<undefined, void, undefined>,
  ): LazyList<Shown> {
    return new LazyList(() => this.itemsByType(listed, before));
  }

  private *types<Shown>(
    listed: ListedServices<Shown>,
    before?: () => Generator<undefined, void, undefined>,
  ): Generator<Step<readonly [string, LazyObject<Shown>]>, void, undefined> {
    if (before) yield* before();
    const { keys, isListed = () => true } = listed;
    for (const [type, ids] of this.idsByType(listed.types, keys)) {
      // Without a key of its own, a type is shown if one of its services is.
      const hasKey = keys.some(({ name }) => name === type);
      if (hasKey || ids.some((id) => this.isListed(id, isListed)))
        yield [type, new LazyObject(() => this.members(ids, listed))];
    }
  }

  private *itemsByType<Shown>(
    listed: ListedServices<Shown>,
    before?: () => Generator<undefined, void, undefined>,
  ): Generator<Step<readonly [Shown]>, void, undefined> {
    if (before) yield* before();
    for (const [, ids] of this.idsByType(listed.types, listed.keys)) yield* this.items(ids, listed);
  }

  private *members<Shown>(
    ids: Int32Array,
    { isListed = () => true, show }: Pick<ListedServices<Shown>, 'isListed' | 'show'>,
  ): Generator<Step<readonly [string, Shown]>, void, undefined> {
    let skipped = 0;
    for (const id of ids) {
      const service = this.state.records().serviceById(id);
      if (service && isListed(service)) yield [service.name, show(service)];
      else if (++skipped % SKIPPED_OF_STEP === 0) yield undefined;
    }
  }

  private *items<Shown>(
    ids: Int32Array,
    listed: Pick<ListedServices<Shown>, 'isListed' | 'show'>,
  ): Generator<Step<readonly [Shown]>, void, undefined> {
    for (const step of this.members(ids, listed))
      yield Array.isArray(step) ? [(step as readonly [string, Shown])[1]] : undefined;
  }

  private isListed(id: number, isListed: (service: ProtectedService) => boolean): boolean {
    const service = this.state.records().serviceById(id);
    return service !== undefined && isListed(service);
  }

  /** The types in order, each with the ids of its services in the order in which an object has their names. */
  private idsByType(
    types: readonly ServiceType[] | undefined,
    keys: readonly ServiceType[],
  ): [type: string, ids: Int32Array][] {
    const byType = new Map(keys.map(({ name }) => [name, [] as ProtectedService[]]));
    for (const service of this.state.records().services(types)) {
      const { name } = service.type;
      const ofType = byType.get(name);
      if (ofType) ofType.push(service);
      else byType.set(name, [service]);
    }
    return [...byType]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, services]) => [type, Int32Array.from(inObjectOrder(services), ({ id }) => id)]);
  }
}

/** Services that are sorted by name in the order of the members of an object by name. */
function inObjectOrder(services: readonly ProtectedService[]): readonly ProtectedService[] {
  const isIndex = ({ name }: ProtectedService) => INDEX.test(name) && Number(name) <= MAX_INDEX;
  const indexes = services.filter(isIndex).sort((one, other) => Number(one.name) - Number(other.name));
  return indexes.length === 0 ? services : [...indexes, ...services.filter((service) => !isIndex(service))];
}
