import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { ServiceType } from '@gatehouse/service-types';
import { UnitOfWork } from '@gatehouse/database';
import { type Problem, alreadyExists, badRequest, noSuch } from '@gatehouse/http';
import { ServiceRules } from './service.rules';
import { ServicesRepository } from './services.repository';

/** A service that the proxy protects, together with the resource that is its root. Spec: permissions 6.3. */
export interface ProtectedService {
  /** Identifier as a resource. */
  readonly id: number;
  readonly name: string;
  readonly type: ServiceType;
  /** Private address of the real service. */
  readonly url: string;
  readonly syncType: string | null;
  /** As stored, without defaults. */
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** How the proxy treats requests for it, as stored; null for the defaults. */
  readonly proxy: Readonly<Record<string, unknown>> | null;
}

/** A service that somebody wants to have, not yet checked against the rules. */
export interface ServiceRequest {
  readonly name: string;
  readonly typeName: string;
  readonly url: string;
  readonly syncType: string | undefined;
  readonly configuration: unknown;
  readonly proxy: unknown;
}

/** What somebody wants to change; `configuration` and `proxy` are undefined when they are to stay, null when they are to go. */
export interface ServiceChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly configuration?: unknown;
  readonly proxy?: unknown;
}

/** The fields of a service that are to get another value. */
type Changes = Partial<Pick<ProtectedService, 'name' | 'url' | 'configuration' | 'proxy'>>;

@Injectable()
export class ServicesService {
  constructor(
    private readonly services: ServicesRepository,
    private readonly rules: ServiceRules,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Sorted by name, all of them or those of some types. */
  list(types?: readonly ServiceType[]): Promise<ProtectedService[]> {
    return this.services.list(types?.map((type) => type.name));
  }

  async byName(name: string): Promise<ProtectedService> {
    const service = await this.services.findByName(name);
    if (!service) throw noSuchService(name);
    return service;
  }

  /** Spec: http-api 12.3. */
  async create(request: ServiceRequest): Promise<ProtectedService> {
    const service = this.checked(request);
    const id = await this.unitOfWork.run(async () => {
      const root = await this.services.insertRoot(service.name);
      if (root === undefined) throw alreadyExists('service', 'service_name', service.name);
      await this.services.insert({ id: root, ...service });
      return root;
    });
    return { id, ...service };
  }

  /** Spec: http-api 12.4. */
  async update(service: ProtectedService, change: ServiceChange): Promise<ProtectedService> {
    if (change.name !== undefined) this.rules.refuseReservedName(change.name);
    // Checked before other writers have to wait: the type of a service never changes.
    const given = this.storable(service.type, change);
    return this.unitOfWork.run(async () => {
      const stored = await this.current(service);
      const wanted = this.differences(stored, given);
      if (wanted.name !== undefined) await this.rename(stored.id, wanted.name);
      const changed = { ...stored, ...wanted };
      await this.services.update(changed);
      return changed;
    });
  }

  /** Inside a unit of work: gives a service that is there another name, which has to be free. Spec: http-api 12.4 and 13.4. */
  async rename(id: number, name: string): Promise<void> {
    this.rules.refuseReservedName(name);
    if (await this.services.isTaken(name, id)) throw alreadyExists('service', 'service_name', name);
    await this.services.rename(id, name);
  }

  /** The service as it was when it was deleted, with its resources and all rules on them. */
  async delete(service: ProtectedService): Promise<ProtectedService> {
    return this.unitOfWork.run(async () => {
      const stored = await this.current(service);
      await this.services.delete(stored.id);
      return stored;
    });
  }

  /** Inside a unit of work: the service as stored now; 404 when it has another name by now, or is gone. */
  private async current({ id, name }: ProtectedService): Promise<ProtectedService> {
    const stored = await this.services.findById(id);
    if (stored?.name !== name) throw noSuchService(name);
    return stored;
  }

  private checked(request: ServiceRequest): Omit<ProtectedService, 'id'> {
    const type = this.rules.usableType(request.typeName);
    if (request.syncType !== undefined) this.rules.refuseUnknownSyncType(request.syncType);
    const configuration = this.rules.storableConfiguration(type, request.configuration ?? null);
    const proxy = this.rules.storableProxyOptions(type, request.proxy ?? null);
    this.rules.refuseReservedName(request.name);
    const { name, url, syncType = null } = request;
    return { name, type, url, syncType, configuration, proxy };
  }

  /** What may be stored of what is given; the rest of a service has no say in it. */
  private storable(type: ServiceType, { name, url, configuration, proxy }: ServiceChange): Changes {
    return {
      ...(name === undefined ? {} : { name }),
      ...(url === undefined ? {} : { url }),
      ...(configuration === undefined
        ? {}
        : { configuration: this.rules.storableConfiguration(type, configuration) }),
      ...(proxy === undefined ? {} : { proxy: this.rules.storableProxyOptions(type, proxy) }),
    };
  }

  /** What of it differs from the service; nothing at all is 400. */
  private differences(service: ProtectedService, given: Changes): Changes {
    const { name = service.name, url = service.url } = given;
    const { configuration = service.configuration, proxy = service.proxy } = given;
    const wanted = {
      ...(name === service.name ? {} : { name }),
      ...(url === service.url ? {} : { url }),
      ...(this.rules.isConfigured(service.type, service.configuration, configuration)
        ? {}
        : { configuration }),
      ...(isDeepStrictEqual(proxy, service.proxy) ? {} : { proxy }),
    };
    if (Object.keys(wanted).length === 0) {
      throw badRequest('Nothing of the service would change.', {
        param: {
          name: 'service_name/service_url',
          value: true,
          compare: 'True',
          conditions: { not_equal: false },
        },
        extras: { service_name: service.name },
      });
    }
    return wanted;
  }
}

function noSuchService(name: string): Problem {
  return noSuch('service', 'service_name', name);
}
