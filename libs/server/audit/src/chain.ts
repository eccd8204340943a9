export type ChainName = 'changes' | 'events';

/** The end of a chain: a revision, or the position of an event, with the hash of its link in hexadecimal. */
export interface ChainHead {
  readonly chain: ChainName;
  readonly position: number;
  readonly hash: string;
}

/** What is wrong at one position of a chain. */
export interface ChainProblem {
  readonly chain: ChainName;
  /** Revision, or position of an event. */
  readonly position: number;
  /**
   * `changed`: it is not what was recorded. `missing`: this one and those up to `through` are not there. `reordered`: it is
   * what was recorded as `recordedAs`. `unsealed`: it has no link. `unexpected-head`: its link is not the expected one.
   * `wrong-anchor`: the anchor at this position contradicts itself or the one before it. `unrecorded-removal`: there is no
   * event about the removal of what is before this position.
   */
  readonly problem:
    | 'changed'
    | 'missing'
    | 'reordered'
    | 'unsealed'
    | 'unexpected-head'
    | 'wrong-anchor'
    | 'unrecorded-removal';
  readonly through?: number;
  readonly recordedAs?: number;
}
