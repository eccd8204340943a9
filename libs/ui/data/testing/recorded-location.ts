import { type BrowserLocation, decodedSegment } from '../src';

/** An address bar that records navigations instead of performing them. */
export class RecordedLocation implements Pick<BrowserLocation, keyof BrowserLocation> {
  readonly visits: string[] = [];
  readonly host = 'localhost';

  constructor(
    readonly current = '/prefix/ui/',
    readonly isSecure = true,
  ) {}

  get lastSegment(): string {
    return decodedSegment(new URL(this.current, 'http://localhost').pathname);
  }

  query(name: string): string | null {
    return new URL(this.current, 'http://localhost').searchParams.get(name);
  }

  open(address: string): void {
    this.visits.push(`open ${address}`);
  }

  replace(address: string): void {
    this.visits.push(`replace ${address}`);
  }

  reload(): void {
    this.visits.push('reload');
  }
}
