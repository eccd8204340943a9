/** How the change log records the objects of a kind, for the comparison of changes. Reference: data#conditional-changes. */
export interface RecordedObject {
  /** Name of the entity in the change log. */
  readonly entity: string;
  /** Integer column that identifies the object; each row with its value counts. */
  readonly key: string;
  /** What the rows are about, if it is the user, group or resource that the key identifies: the change log has an index on it. */
  readonly about?: 'user' | 'group' | 'resource';
  /** Names of the fields in bodies of requests, by column. The members of a JSON column `x.*` are fields of their own. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same for columns that are secret, or that count the changes of a secret. Their values are never stated. */
  readonly secrets?: Readonly<Record<string, string>>;
}
