import { typedTargets } from './path-target.guard';
import type { RequestScope } from './request-scope';

interface Group {
  readonly name: string;
}

interface Targets {
  group_name: Group;
  revision: number;
}

const { Target, targetIn } = typedTargets<Targets>();
const toName = { transform: ({ name }: Group): string => name };

/** Compiled by the check of types, which fails if one of the errors that are expected here is gone. */
export class Handlers {
  asFound(@Target('group_name') group: Group, @Target('revision') revision: number): unknown {
    return [group, revision];
  }

  withFewerFields(@Target('group_name') group: Partial<Group>): unknown {
    return group;
  }

  throughPipe(@Target('group_name', toName) name: string): unknown {
    return name;
  }

  // @ts-expect-error The resolver does not find the description.
  withMoreFields(@Target('group_name') group: Group & { readonly description: string }): unknown {
    return group;
  }

  // @ts-expect-error The second parameter is not what its decorator names.
  atWrongPlace(@Target('revision') revision: number, @Target('revision') group: Group): unknown {
    return [revision, group];
  }

  // @ts-expect-error No resolver has this name.
  ofUnknownParameter(@Target('user_name') user: unknown): unknown {
    return user;
  }
}

describe('the target of a path', () => {
  function scopeWith(targets: ReadonlyMap<string, unknown>): RequestScope {
    return { targets } as unknown as RequestScope;
  }

  it('is what the resolver of its parameter has found', () => {
    const group = { name: 'readers' };
    expect(targetIn(scopeWith(new Map([['group_name', group]])), 'group_name')).toBe(group);
  });

  it('is an error of the program where the path has no such parameter', () => {
    expect(() => targetIn(scopeWith(new Map()), 'group_name')).toThrow('the path has no group_name');
  });
});
