import type { components, paths } from './generated/api';

/** A shape of the API, by its name in the OpenAPI description. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** Paths of the API that have an operation of a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: M extends keyof paths[P] ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends PathOf<M>> = M extends keyof paths[P] ? paths[P][M] : never;

type Parameter<O, Where extends string> = O extends { parameters: infer Parameters }
  ? Where extends keyof Parameters
    ? Parameters[Where]
    : undefined
  : undefined;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : undefined;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : undefined;

/** A member that is required, optional, or does not exist. */
type Member<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : undefined extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** Values of a query; one that is undefined is left out. */
type Optional<Q> = Q extends undefined
  ? undefined
  : { readonly [K in keyof Q]?: Q[K] | undefined } | undefined;

/** What a request to an operation consists of, apart from its path template. */
export type RequestOf<M extends Method, P extends PathOf<M>> = Member<
  'path',
  Parameter<OperationOf<M, P>, 'path'>
> &
  Member<'query', Optional<QueryOf<OperationOf<M, P>>>> &
  Member<'body', BodyOf<OperationOf<M, P>>> &
  RequestOptions;

export interface RequestOptions {
  /**
   * What a 401 means: the session has ended (the default), or just the answer to this request, as on pages that can be
   * opened without a session.
   */
  readonly unauthorized?: 'sign-in-again' | 'problem';
  /** The revision that a change is based on: it is refused with 412 if what it changes has changed since. */
  readonly ifMatch?: number | undefined;
}

/** The body of a success. */
export type ReplyOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends { responses: infer Replies }
    ? {
        [S in keyof Replies]: Replies[S] extends { content: { 'application/json': infer Body } }
          ? Body
          : never;
      }[keyof Replies]
    : never;

/** The second argument of a request: it may be left out where nothing in it is needed. */
export type RequestArguments<R> = Record<never, never> extends R ? [request?: R] : [request: R];
