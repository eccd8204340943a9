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
    return this.unitOfWork.run(async () => {
      const stored = await this.current(service);
      const wanted = this.differences(stored, change);
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

  private differences(
    service: ProtectedService,
    change: ServiceChange,
  ): Partial<Pick<ProtectedService, 'name' | 'url' | 'configuration' | 'proxy'>> {
    const configuration =
      change.configuration === undefined
        ? service.configuration
        : this.rules.storableConfiguration(service.type, change.configuration);
    const proxy =
      change.proxy === undefined
        ? service.proxy
        : this.rules.storableProxyOptions(service.type, change.proxy);
    const wanted = {
      ...(change.name === undefined || change.name === service.name ? {} : { name: change.name }),
      ...(change.url === undefined || change.url === service.url ? {} : { url: change.url }),
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
