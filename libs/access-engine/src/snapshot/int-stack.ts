import { IntColumn } from './int-column';

/** A sequence of 32-bit integers that grows at its end; four bytes each, without objects for the garbage collector to trace. */
export class IntStack {
  private readonly column = new IntColumn();
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    this.column.grow(this.count + 1);
    this.column.set(this.count++, value);
  }

  at(index: number): number {
    return this.column.get(index);
  }
}
