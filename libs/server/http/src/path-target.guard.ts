import type { IncomingMessage } from 'node:http';
import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type OnModuleInit,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Problem } from '@gatehouse/problems';
import type { DeclaredError } from './declared-errors';
import type { DeclaredRoute } from './declared-route';
import type { Protection } from './endpoint-declaration';
import { type RequestScope, scopeOf } from './request-scope';

/**
 * Resolves a path parameter. Each domain provides one resolver for each of its parameters, and the guard calls them
 * in the order of the checks: syntax of all, existence in the order of the path, protection. Reference: http#order-of-checks.
 */
export interface PathTargetResolver<Entity> {
  readonly syntax: (value: string) => Problem | undefined;
  /** Finds the entity; throws its 404. The scope gives the caller, for `{logged}`, and what was found before. */
  readonly find: (value: string, scope: RequestScope) => Entity | Promise<Entity>;
  /** The reason why an entity may not be the target of an operation that requires `rule`. */
  readonly refusal?: (
    entity: Entity,
    rule: string,
    scope: RequestScope,
  ) => Problem | undefined | Promise<Problem | undefined>;
}

/** A path parameter and the errors of its resolver. */
export interface PathParameterDeclaration {
  readonly name: string;
  /** Errors of `syntax` and `find`, on every route that has the parameter. */
  readonly errors: readonly DeclaredError[];
  /** Errors of `refusal`, by rule. */
  readonly protections?: Readonly<Record<string, readonly DeclaredError[]>>;
}

/** Marks a provider as the resolver of a path parameter. */
export const PathParameter = DiscoveryService.createDecorator<PathParameterDeclaration>();

/** A parameter decorator that compiles only beside a parameter that may be a `Value`. */
type DecoratorFor<Value> = <
  Controller extends object,
  Handler extends keyof Controller & string,
  Index extends number,
>(
  controller: Controller,
  handler: Handler,
  index: Value extends ParameterAt<Controller[Handler], Index> ? Index : TargetIs<Value>,
) => void;

type ParameterAt<Handler, Index extends number> = Handler extends (...parameters: infer Parameters) => unknown
  ? Parameters[Index]
  : never;

/** Names the type of the target in the compiler's message. */
type TargetIs<Value> = number & { readonly target: Value };

/** The targets of paths, by parameter, with the types of a table: `interface Targets { user_name: UserRow }`. */
export interface TypedTargets<Targets> {
  /** Parameter decorator: the entity that a path parameter names, or what a pipe makes of it. */
  Target<Param extends keyof Targets & string>(param: Param): DecoratorFor<Targets[Param]>;
  Target<Param extends keyof Targets & string, Value>(
    param: Param,
    pipe: { transform(target: Targets[Param]): Value },
  ): DecoratorFor<Value>;
  /** For resolvers: the entity of an earlier parameter of the path. */
  targetIn<Param extends keyof Targets & string>(scope: RequestScope, param: Param): Targets[Param];
}

const TargetOfRequest = createParamDecorator((param: string, context: ExecutionContext): unknown =>
  scopeOf(context.switchToHttp().getRequest<IncomingMessage>()).targets.get(param),
);

/** The application names its table of parameters once. */
export function typedTargets<Targets>(): TypedTargets<Targets> {
  return {
    Target: (param: string, ...pipes: PipeTransform[]) => TargetOfRequest(param, ...pipes),
    targetIn: ({ targets }, param) => {
      if (!targets.has(param)) throw new Error(`the path has no ${param} that was found`);
      return targets.get(param) as Targets[typeof param];
    },
  };
}

/** The second global guard: the entities in the path must be well formed, exist and be allowed as targets of the operation. */
@Injectable()
export class PathTargetGuard implements CanActivate, OnModuleInit {
  private readonly resolvers = new Map<string, PathTargetResolver<unknown>>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: PathParameter.KEY })) {
      const param = this.discovery.getMetadataByDecorator(PathParameter, wrapper);
      if (param) this.resolvers.set(param.name, wrapper.instance as PathTargetResolver<unknown>);
    }
  }

  /** Whether a parameter is known; a route with one that is not fails at start. */
  knows(param: string): boolean {
    return this.resolvers.has(param);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const scope = scopeOf(context.switchToHttp().getRequest<IncomingMessage>());
    const { route } = scope;
    if (!route) return false;
    for (const param of route.params) {
      const problem = this.resolver(param).syntax(scope.params[param] ?? '');
      if (problem) throw problem;
    }
    const found = this.findTargets(route, scope, 0);
    const rules = route.declaration.protect ?? [];
    return found ? found.then(() => this.unprotected(rules, scope)) : this.unprotected(rules, scope);
  }

  /**
   * Finds the entities of the parameters from `index` on, one after the other; returns undefined if
   * all were found synchronously.
   */
  private findTargets(route: DeclaredRoute, scope: RequestScope, index: number): Promise<void> | undefined {
    for (const [offset, param] of route.params.slice(index).entries()) {
      const found = this.resolver(param).find(scope.params[param] ?? '', scope);
      if (found instanceof Promise) {
        return found.then((entity) => {
          scope.targets.set(param, entity);
          return this.findTargets(route, scope, index + offset + 1);
        });
      }
      scope.targets.set(param, found);
    }
    return undefined;
  }

  private unprotected(rules: readonly Protection[], scope: RequestScope): boolean | Promise<boolean> {
    for (const [index, { param, rule }] of rules.entries()) {
      const problem = this.resolver(param).refusal?.(scope.targets.get(param), rule, scope);
      if (problem instanceof Promise) {
        return problem.then((found) => {
          if (found) throw found;
          return this.unprotected(rules.slice(index + 1), scope);
        });
      }
      if (problem) throw problem;
    }
    return true;
  }

  private resolver(param: string): PathTargetResolver<unknown> {
    const resolver = this.resolvers.get(param);
    if (!resolver) throw new Error(`no resolver for the path parameter ${param}`);
    return resolver;
  }
}
