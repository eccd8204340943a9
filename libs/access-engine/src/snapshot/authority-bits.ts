/** Permissions as bit sets by `permissionCode`. */
export interface AuthorityBits {
  readonly everywhere: number;
  readonly somewhere: number;
}
