/** Conditions with the values that they refer to. */
export class Conditions {
  readonly values: unknown[] = [];

  /** SQL for a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
