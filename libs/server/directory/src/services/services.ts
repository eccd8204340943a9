import type { UnitOfWork } from '@gatehouse/database';
import { type Problem, conflictParam, notFoundParam, problem } from '@gatehouse/problems';
import type { ServiceType } from '@gatehouse/service-types';
import { SERVICE_TABLE } from '../fields/service';
import type { Change } from '../fields/table';
import { differing } from '../fields/values';
import type { NewService, ProtectedService, ServiceChange } from './protected-service';
import {
  isConfigured,
  validateConfiguration,
  validateProxyOptions,
  validateService,
  validateServiceName,
  validateServiceUrl,
} from './service-rules';
import { ServiceRepository } from './service-repository';
import { validateSynchronization } from './synchronization-options';

/** The fields of a service that can be changed. */
type Changes = Change<typeof SERVICE_TABLE> & Partial<Pick<ProtectedService, 'name'>>;

/** The protected services: their rules and every write of them. */
export class Services {
  private readonly repository: ServiceRepository;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.repository = new ServiceRepository(unitOfWork);
  }

  /** Sorted by name, all of them or those of some types. */
  list(types?: readonly ServiceType[]): Promise<ProtectedService[]> {
    return this.repository.list(types?.map((type) => type.name));
  }

  count(): Promise<number> {
    return this.repository.count();
  }

  /** Throws `service_not_found`. Names are case-sensitive. */
  async byName(name: string): Promise<ProtectedService> {
    const service = await this.repository.findByName(name);
    if (!service) throw serviceNotFound(name);
    return service;
  }

  /** Throws `service_not_found`, which does not know the name. */
  async byId(id: number): Promise<ProtectedService> {
    const service = await this.repository.findById(id);
    if (!service) throw serviceNotFound('');
    return service;
  }

  /** Which of the names are taken, sorted. */
  takenNames(names: readonly string[]): Promise<string[]> {
    return this.repository.takenNames(names);
  }

  /** Throws what {@link validateService} throws, or `service_name_taken`. */
  async create(input: NewService): Promise<ProtectedService> {
    const [created] = await this.createAll([input]);
    if (!created) throw new Error('no service was created');
    return created;
  }

  /** Creates services in one revision, with the rules of {@link create}; none of them if one violates a rule. */
  async createAll(input: readonly NewService[]): Promise<ProtectedService[]> {
    return this.insertAll(input.map((service) => validateService(service)));
  }

  /** The same for services that the caller has validated. Throws `service_name_taken`. */
  async insertAll(services: readonly Omit<ProtectedService, 'id'>[]): Promise<ProtectedService[]> {
    return this.unitOfWork.run(async () => {
      const ids = await this.repository.insertRoots(services.map(({ name }) => name));
      const created = services.map((service) => {
        const id = ids.get(service.name);
        // A name that is given twice is taken the second time.
        if (id === undefined) throw nameTaken(service.name);
        ids.delete(service.name);
        return { id, ...service };
      });
      await this.repository.insert(created);
      return created;
    });
  }

  /**
   * Throws `service_unchanged` if nothing would differ, `service_not_found`, `service_name_taken`.
   * Reference: http#changing-services.
   */
  async update(service: ProtectedService, change: ServiceChange): Promise<ProtectedService> {
    // Validated before other writers have to wait: the type of a service never changes.
    const input = validateChange(service.type, change);
    return this.unitOfWork.run(async () => {
      const stored = await this.current(service);
      const changes = differences(stored, input);
      if (changes.name !== undefined) await this.rename(stored.id, changes.name);
      const changed = { ...stored, ...changes };
      await this.repository.update(changed);
      return changed;
    });
  }

  /**
   * Inside a unit of work: gives services of these identifiers new URLs, types of synchronization, configurations and options of
   * the proxy, which the caller has validated.
   */
  async overwriteAll(services: readonly ProtectedService[]): Promise<void> {
    if (services.length > 0) await this.repository.updateAll(services);
  }

  /** Inside a unit of work: renames a service. Reference: http#changing-services, http#renaming-resources. */
  async rename(id: number, name: string): Promise<void> {
    validateServiceName(name);
    if (await this.repository.isTaken(name, id)) throw nameTaken(name);
    await this.repository.rename(id, name);
  }

  /**
   * Inside a unit of work: records that credentials for the synchronization of a service were set or deleted, which are stored elsewhere.
   * Throws `service_not_found`.
   */
  async noteCredentials(service: ProtectedService, areSet: boolean): Promise<void> {
    const { id } = await this.current(service);
    await this.repository.noteCredentials(id, areSet);
  }

  /** Deletes a service with its resources and their permission assignments; answers it as it was last. */
  async delete(service: ProtectedService): Promise<ProtectedService> {
    return this.unitOfWork.run(async () => {
      const stored = await this.current(service);
      await this.repository.delete(stored.id);
      return stored;
    });
  }

  /** Inside a unit of work: the service as stored now. Throws `service_not_found` if it was renamed or deleted. */
  private async current({ id, name }: ProtectedService): Promise<ProtectedService> {
    const stored = await this.repository.findById(id);
    if (stored?.name !== name) throw serviceNotFound(name);
    return stored;
  }
}

function validateChange(type: ServiceType, change: ServiceChange): Changes {
  const { name, url, configuration, proxy, synchronization } = change;
  if (name !== undefined) validateServiceName(name);
  if (url !== undefined) validateServiceUrl(url);
  return {
    ...change,
    configuration: configuration === undefined ? undefined : validateConfiguration(type, configuration),
    proxy: proxy === undefined ? undefined : validateProxyOptions(type, proxy),
    synchronization: synchronization === undefined ? undefined : validateSynchronization(synchronization),
  };
}

/** The given fields whose values differ from the stored ones. Throws `service_unchanged` (400) if there are none. */
function differences(stored: ProtectedService, { name = stored.name, ...input }: Changes): Changes {
  const { configuration = stored.configuration, ...others } = input;
  const isSame = isConfigured(stored.type, stored.configuration, configuration);
  const changes = {
    ...(name === stored.name ? {} : { name }),
    ...differing(SERVICE_TABLE, stored, isSame ? others : input),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw problem(
    'service_unchanged',
    {},
    {
      param: {
        name: 'service_name/service_url',
        value: true,
        compare: 'True',
        conditions: { not_equal: false },
      },
      extras: { service_name: stored.name },
    },
  );
}

export function serviceNotFound(name: string): Problem {
  return problem('service_not_found', {}, notFoundParam('service_name', name));
}

function nameTaken(name: string): Problem {
  return problem(
    'service_name_taken',
    {},
    { ...conflictParam('service_name', name), extras: { service_name: name } },
  );
}
