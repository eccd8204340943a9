import type { Abstract, FactoryProvider, Type } from '@nestjs/common';

declare const VALUE: unique symbol;

/** An injection token of a value that has no class. Its type says which. */
export type Token<Value> = symbol & { readonly [VALUE]: Value };

export function tokenOf<Value>(description: string): Token<Value> {
  return Symbol(description) as Token<Value>;
}

/** Under what a value is provided: its class, or a token. */
export type Source<Value> = Abstract<Value> | Token<Value>;

type SourcesOf<Values extends readonly unknown[]> = {
  readonly [Index in keyof Values]: Source<Values[Index]>;
};
type Parts = Readonly<Record<string, Source<unknown>>>;
type ValueOf<Provided> =
  Provided extends Token<infer Value> ? Value : Provided extends Abstract<infer Value> ? Value : never;
type ValuesOf<Sources extends Parts> = { readonly [Name in keyof Sources]: ValueOf<Sources[Name]> };

/**
 * Provides a class that does not depend on Nest, from one source for each parameter of its constructor. A missing, surplus or
 * wrong source does not compile.
 */
export function provide<Value, Values extends readonly unknown[]>(
  target: new (...values: Values) => Value,
  ...sources: SourcesOf<Values>
): FactoryProvider<Value> {
  return {
    provide: target as Type<Value>,
    inject: sources as readonly Abstract<unknown>[] as Abstract<unknown>[],
    useFactory: (...values: unknown[]) => new (target as Type<Value>)(...values),
  };
}

/** Provides what a function creates from named parts; a wrong source of a part does not compile. */
export function provideBy<Value, Sources extends Parts>(
  target: Source<Value>,
  sources: Sources,
  create: (parts: ValuesOf<Sources>) => NoInfer<Value> | Promise<NoInfer<Value>>,
): FactoryProvider<Value> {
  const names = Object.keys(sources);
  return {
    provide: target,
    inject: Object.values(sources) as Abstract<unknown>[],
    useFactory: (...values: unknown[]) =>
      create(Object.fromEntries(names.map((name, index) => [name, values[index]])) as ValuesOf<Sources>),
  };
}
