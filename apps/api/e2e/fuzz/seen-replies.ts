import { type DescribedReply, complaintsAbout } from '../harness/described-replies';
import { type SentRequest } from './fuzz-request';
import { type Operation, operationAt } from './operations';
import type { WireReply } from './wire';

/** Replies of one shape that are kept for each operation and status. */
const KEPT = 3;

/** A few replies of every shape, to be compared with the description at the end. */
export class SeenReplies {
  private readonly counts = new Map<string, number>();
  private readonly kept: DescribedReply[] = [];

  constructor(
    private readonly description: string,
    private readonly operations: readonly Operation[],
  ) {}

  add({ method, path }: SentRequest, { status, headers, text }: WireReply): void {
    const [address = ''] = path.split('?', 1);
    const operation = operationAt(this.operations, method, address);
    const [mediaType] = headers['content-type']?.split(';') ?? [];
    if (!operation || operation.isRaw || mediaType !== 'application/json' || method === 'HEAD') return;
    // Other spellings of the addresses of pages are redirected or not found before any operation.
    if (operation.template.startsWith('/ui/') && address !== operation.template) return;
    const body: unknown = JSON.parse(text);
    const key = `${method} ${operation.template} ${status} ${shapeOf(body, 3)}`;
    const count = this.counts.get(key) ?? 0;
    if (count >= KEPT) return;
    this.counts.set(key, count + 1);
    this.kept.push({ method, path: operation.template, status, mediaType, body });
  }

  get shapes(): number {
    return this.counts.size;
  }

  complaints(): string[] {
    return complaintsAbout(this.description, this.kept);
  }
}

/** The names and types of a value, without its content. */
function shapeOf(value: unknown, depth: number): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  if (depth === 0) return '…';
  const members = Array.isArray(value)
    ? [...new Set(value.map((member) => shapeOf(member, depth - 1)))]
    : Object.entries(value).map(([name, member]) => `${name}:${shapeOf(member, depth - 1)}`);
  return `{${members.slice(0, 40).join()}}`;
}
