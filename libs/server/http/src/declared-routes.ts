import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { DeclaredRoute } from './declared-route';
import { ENDPOINT, type EndpointDeclaration } from './endpoint-declaration';
import { errorsOf } from './error-codes';
import { PathParameter, type PathParameterDeclaration } from './path-target.guard';

/**
 * All endpoints of the application, read from the declarations. The start fails on a handler that is not declared, so
 * that no endpoint is accessible by omission.
 */
@Injectable()
export class DeclaredRoutes implements OnModuleInit {
  private routes: readonly DeclaredRoute[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const parameters = this.pathParameters();
    this.routes = this.discovery
      .getControllers()
      .flatMap((wrapper) => this.routesOf(wrapper.metatype as Type, parameters));
    const seen = new Set<string>();
    for (const { method, template, declaration } of this.routes) {
      for (const key of [`${method} ${template}`, declaration.name]) {
        if (seen.has(key)) throw new Error(`${key} is declared twice`);
        seen.add(key);
      }
    }
  }

  all(): readonly DeclaredRoute[] {
    return this.routes;
  }

  private pathParameters(): ReadonlyMap<string, PathParameterDeclaration> {
    const parameters = this.discovery
      .getProviders({ metadataKey: PathParameter.KEY })
      .map((wrapper) => this.discovery.getMetadataByDecorator(PathParameter, wrapper))
      .filter((declaration) => declaration !== undefined);
    return new Map(parameters.map((declaration) => [declaration.name, declaration]));
  }

  private routesOf(
    controller: Type,
    parameters: ReadonlyMap<string, PathParameterDeclaration>,
  ): DeclaredRoute[] {
    const base = this.reflector.get<string | undefined>(PATH_METADATA, controller) ?? '';
    const prototype = controller.prototype as Record<string, (...args: unknown[]) => unknown>;
    return this.scanner.getAllMethodNames(prototype).flatMap((handler) => {
      const target = prototype[handler];
      if (!target) return [];
      const path = this.reflector.get<string | undefined>(PATH_METADATA, target);
      if (path === undefined) return [];
      const declaration = this.reflector.get<EndpointDeclaration | undefined>(ENDPOINT, target);
      if (!declaration) throw new Error(`${controller.name}.${handler} is served but not declared`);
      const method = RequestMethod[this.reflector.get<RequestMethod>(METHOD_METADATA, target)] ?? '';
      const template = templateOf(base, path);
      const params = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const route = { method, template, params, declaration, controller, handler };
      return [{ ...route, errors: errorsOf(route, parameters) }];
    });
  }
}

function templateOf(base: string, path: string): string {
  const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
}
