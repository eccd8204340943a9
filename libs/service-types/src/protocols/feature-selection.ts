import type { Scope } from '../grammar/documents';
import type { Interpreted } from '../grammar/interpreted';
import { nameEntries } from '../grammar/names';
import { type Outside, isOutside } from '../reading';
import type { XmlElement } from '../request';
import type { Requested } from './requested';
import {
  type LookedUp,
  type Naming,
  featureIdProblem,
  localNameOf,
  nameIn,
  nameOfElement,
  typeNameProblem,
  typesOfId,
} from './feature-names';

/** One query, lock or action of a request. */
interface Part {
  /** In the form in which they are looked up. */
  readonly types: string[];
  /** Types that identifiers are of. */
  readonly typesOfIds: Set<string>;
  /** Whether identifiers only narrow down the types that are named with them. */
  readonly areIdsFilters: boolean;
}

/** What a request selects. */
type Selected = Required<Pick<Requested, 'names' | 'prefixes' | 'bound' | 'reachesUnnamed' | 'reachesAll'>>;

/** The names by which queries are known that select one feature by its identifier, and no type. */
const BY_ID: ReadonlySet<string> = new Set([
  'urn:ogc:def:query:OGC-WFS::GetFeatureById',
  'urn:ogc:def:storedQuery:OGC-WFS::GetFeatureById',
  'http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById',
]);

/** Whether a stored query is the standard's own. */
export function selectsById(storedQuery: string): boolean {
  return BY_ID.has(storedQuery);
}

/** What is collected of the features that a request selects, part by part. */
export class FeatureSelection {
  private readonly parts: Part[] = [];
  /** Names whose prefixes the request itself binds. */
  private readonly bound = new Set<string>();
  /** Prefixes of identifiers. */
  private readonly prefixes = new Set<string>();
  private reachesUnnamed = false;

  constructor(
    private readonly naming: Naming,
    readonly interpreted: Interpreted,
  ) {}

  /** Begins a query, a lock or an action, to which the types and identifiers that follow belong. */
  begin(areIdsFilters = true): void {
    this.parts.push({ types: [], typesOfIds: new Set(), areIdsFilters });
  }

  /** It selects features whose types are unknown. */
  addEverything(): void {
    this.reachesUnnamed = true;
  }

  /** Adds a list of names of types. */
  addTypes(
    list: string,
    separators: RegExp | undefined,
    scope: Scope | undefined,
    locator: string,
  ): Outside | undefined {
    const names = nameEntries(list, separators, this.interpreted, locator);
    if (isOutside(names)) return names;
    for (const name of names) {
      const problem = typeNameProblem(name, locator);
      if (problem) return problem;
      this.addName(nameIn(scope, name, this.naming));
    }
    return undefined;
  }

  /** Adds the type of a feature that is an element. */
  addFeature(element: XmlElement): void {
    this.addName(nameOfElement(element, this.naming));
  }

  /** Adds an identifier of a feature. */
  addId(id: string, locator: string): Outside | undefined {
    const { qualified, prefixes } = typesOfId(id);
    if (qualified.length === 0) this.addEverything();
    const { typesOfIds } = this.part;
    for (const type of qualified) typesOfIds.add(type);
    for (const prefix of prefixes) this.prefixes.add(prefix);
    return (
      this.interpreted.takeNames(1, locator) ??
      featureIdProblem(id, locator) ??
      qualified.map((type) => typeNameProblem(type, locator)).find(Boolean)
    );
  }

  /** The result. */
  result(): Selected | Outside {
    const names = new Set<string>();
    for (const part of this.parts) addNames(part, names);
    const { reachesUnnamed, bound, prefixes } = this;
    const problem = this.interpreted.tooMany(names.size + prefixes.size, 'typenames');
    if (problem) return problem;
    const isOpen = this.parts.some(({ types, typesOfIds }) => types.length === 0 && typesOfIds.size === 0);
    return {
      names: [...names],
      prefixes,
      bound,
      reachesUnnamed,
      reachesAll: !reachesUnnamed && (isOpen || this.parts.length === 0),
    };
  }

  private addName({ name, isBound }: LookedUp): void {
    this.part.types.push(name);
    if (isBound) this.bound.add(name);
  }

  private get part(): Part {
    const last = this.parts.at(-1);
    if (last) return last;
    this.begin();
    return this.part;
  }
}

/** Adds the names of a part, without the types of identifiers that are named with them and a prefix. */
function addNames({ types, typesOfIds, areIdsFilters }: Part, names: Set<string>): void {
  for (const type of types) names.add(type);
  if (typesOfIds.size === 0) return;
  const named = new Set(areIdsFilters ? types.map((type) => localNameOf(type).toLowerCase()) : []);
  for (const type of typesOfIds) if (!named.has(type.toLowerCase())) names.add(type);
}
