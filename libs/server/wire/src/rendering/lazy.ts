/** Waits for something that content needs before it goes on, such as a page of rows. */
export type Wait = () => Promise<unknown>;

/**
 * What the next step of content that is made while it is written gives: a member, undefined after a part of the work, or
 * what to wait for.
 */
export type Step<Member> = Member | undefined | Wait;

/** The members of an object by name, each a tuple of name and value. */
export type LazyMembers<Value> = Iterator<Step<readonly [name: string, value: Value]>, void, undefined>;
/** The items of a list, each a tuple of one. */
export type LazyItems<Value> = Iterator<Step<readonly [item: Value]>, void, undefined>;

/**
 * An object whose members are made while it is written, in the order in which they are written. Each call of `members` begins
 * again. An object with integers as names has them in ascending order, before all other names, as objects of JavaScript do.
 */
export class LazyObject<Value = unknown> {
  constructor(readonly members: () => LazyMembers<Value>) {}
}

/** A list whose items are made while it is written. One that is known to be long is never written in one step. */
export class LazyList<Value = unknown> {
  constructor(
    readonly items: () => LazyItems<Value>,
    readonly isLong = false,
  ) {}
}

/** A reply in which any object by name, and any list, may be made while it is written. */
export type Written<Content> = Content extends readonly (infer Item)[]
  ? readonly Written<Item>[] | LazyList<Written<Item>>
  : Content extends object
    ? string extends keyof Content
      ? { readonly [Name in keyof Content]: Written<Content[Name]> } | LazyObject<Written<Content[string]>>
      : { readonly [Name in keyof Content]: Written<Content[Name]> }
    : Content;
