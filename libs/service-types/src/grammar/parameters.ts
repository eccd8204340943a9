import { type Outside, invalid, isOutside, unknownParameter } from '../reading';
import type { ServiceRequest } from '../request';
import type { Interpreted } from './interpreted';
import { type Pair, readPairs } from './pairs';

/** Parameters of a request by lower-case name that the closed lists allow. */
export class Parameters {
  private readonly values = new Map<string, Pair[]>();

  constructor(readonly interpreted: Interpreted) {}

  /** Adds a pair; two values of one parameter are outside, unless it may be repeated. */
  add(pair: Pair, isRepeatable: boolean): Outside | undefined {
    const existing = this.values.get(pair.name);
    if (!existing) this.values.set(pair.name, [pair]);
    else if (isRepeatable) existing.push(pair);
    else if (existing.some(({ value }) => value !== pair.value)) {
      return invalid(pair.name, `The parameter ${pair.name} has two different values.`);
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The value of a parameter that is not repeated. */
  get(name: string): string | undefined {
    return this.values.get(name)?.[0]?.value;
  }

  /** All pairs of a name. */
  all(name: string): readonly Pair[] {
    return this.values.get(name) ?? [];
  }

  names(): Iterable<string> {
    return this.values.keys();
  }
}

/** Which parameters an operation has. */
export interface ParameterList {
  /** The name of the operation in error messages. */
  readonly operation: string;
  readonly names: ReadonlySet<string>;
  /** Parameters that may be given several times, all of whose values count. */
  readonly repeatable?: ReadonlySet<string>;
  /** Families of parameters, such as `dim_*`. */
  readonly pattern?: RegExp;
  /** Parameters whose values are data of any size. */
  readonly data?: ReadonlySet<string>;
}

/** Names of parameters, separated by blanks, lower case. */
export function parameterNames(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(' ').filter((name) => name !== '')));
}

/** The pairs of query and form together. */
export function pairsOf({ query, body }: Pick<ServiceRequest, 'query' | 'body'>): readonly Pair[] | Outside {
  const inQuery = readPairs(query, 'query');
  if (body.kind !== 'form' || isOutside(inQuery)) return inQuery;
  const { fields } = body;
  return isOutside(fields) ? fields : [...inQuery, ...fields];
}

/** Checks pairs against a closed list. `more` are the parameters that the service's options add. */
export function parametersOf(
  pairs: readonly Pair[],
  { operation, names, repeatable, pattern, data }: ParameterList,
  more: ReadonlySet<string>,
  interpreted: Interpreted,
): Parameters | Outside {
  const parameters = new Parameters(interpreted);
  for (const pair of pairs) {
    const { name } = pair;
    if (!names.has(name) && !more.has(name) && !pattern?.test(name)) return unknownParameter(name, operation);
    const problem =
      (data?.has(name) ? undefined : interpreted.take(pair.value.length, name)) ??
      parameters.add(pair, repeatable?.has(name) ?? false);
    if (problem) return problem;
  }
  return parameters;
}
