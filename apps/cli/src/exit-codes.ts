/** How the program ends; scripts rely on these numbers. Reference: docs/cli.md#exit-codes. */
export const EXIT = {
  done: 0,
  /** Anything that failed, wrong arguments included. */
  failed: 1,
  /** There are changes or findings, where the command says so. */
  changes: 2,
  notSignedIn: 3,
  /** The API has answered 403. */
  refused: 4,
  notReachable: 5,
  /** As shells report a program that Ctrl-C has ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
