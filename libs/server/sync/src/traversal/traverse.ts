import type { Steps } from '@gatehouse/request-body';
import { readSourceDocument, shown } from '../documents/read-document';
import type { SourceClient } from '../documents/source-client';
import type { SyncLimits } from '../limits';
import { type Source, type SourceDocument, type SourceLink, type SourceSubject, isLink } from '../source';
import { type FailureCode, SourceFailure } from '../source-failure';
import { RemoteTree } from './remote-tree';

/** Entries between two steps. */
const ENTRIES_OF_STEP = 500;
/** Documents that were left out and are named in the result. */
const MAX_NAMED_SKIPPED = 20;
/** Failures of sources that have more than is read. */
const LIMITS: ReadonlySet<FailureCode> = new Set([
  'source_too_slow',
  'source_too_large',
  'source_too_many_documents',
  'source_too_many_resources',
]);
/** Statuses of documents that do not exist, or not for this reader. */
const ABSENT: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 410]);

/**
 * A page for people, or JSON where XML was asked for: what was asked for is not at this address, as servers say that reply to
 * everything (pygeoapi, pages of sign-in).
 */
function isOfOtherForm(contentType: string | undefined, format: SourceLink['format']): boolean {
  const others =
    format === 'xml'
      ? /^\s*(?:text\/html|application\/(?:xhtml\+xml|(?:[\w.-]+\+)?json))\s*(?:;|$)/i
      : /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
  return others.test(contentType ?? '');
}

/** How far a traversal has come. */
interface ReadingProgress {
  readonly documents: number;
  readonly resources: number;
  readonly bytes: number;
}

export interface TraversalParts {
  readonly source: Source;
  readonly subject: SourceSubject;
  readonly depth: number;
  readonly client: Pick<SourceClient, 'get'>;
  readonly limits: SyncLimits;
  /** Runs long work without delaying others. */
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result>;
  /** Called after each document; may throw to end the traversal. */
  readonly progressed?: (progress: ReadingProgress) => Promise<void>;
  readonly signal: AbortSignal;
  /** Whether what was found counts where the source has more than the limits allow. */
  readonly keepsPart?: boolean;
}

/** What a traversal has found. */
export interface Traversal {
  readonly tree: RemoteTree;
  /** Whether every document was read, down to the depth. */
  readonly isComplete: boolean;
  /** Addresses of documents that were left out, as far as they are named. */
  readonly skipped: readonly string[];
  readonly progress: ReadingProgress;
  /** Why the rest was not read; undefined if it was, or could not be. */
  readonly endedBy: FailureCode | undefined;
}

/** A document to be read, with the documents that lead to it. */
interface Pending {
  readonly link: SourceLink;
  readonly isForeign: boolean;
  readonly above: Ancestry | undefined;
  readonly isFirst: boolean;
}

interface Ancestry {
  readonly url: string;
  /** Levels of the deepest path of the documents so far. */
  readonly level: number;
  /** How many nested documents were no deeper than those above them. */
  readonly detours: number;
  readonly above: Ancestry | undefined;
}

/** Reads a source within the limits. Throws {@link SourceFailure}: then nothing of it counts. */
export async function traverse(parts: TraversalParts): Promise<Traversal> {
  return new Traverser(parts).read();
}

class Traverser {
  private readonly tree: RemoteTree;
  private readonly pending: Pending[] = [];
  private readonly skipped: string[] = [];
  private documents = 0;
  private bytes = 0;
  private isComplete = true;

  constructor(private readonly parts: TraversalParts) {
    this.tree = new RemoteTree(parts.depth, parts.source.innerType(parts.subject));
  }

  async read(): Promise<Traversal> {
    const { source, subject, limits, signal } = this.parts;
    const late = AbortSignal.timeout(limits.readingMs);
    const ended = AbortSignal.any([signal, late]);
    for (const link of [...source.start(subject)].reverse())
      this.pending.push({ link, isForeign: false, above: undefined, isFirst: true });
    if (this.pending.length === 0)
      throw new SourceFailure('source_unexpected', {
        en: 'Services of this type cannot be read.',
        fr: 'Les services de ce type ne peuvent pas être lus.',
      });
    try {
      for (let next = this.pending.pop(); next; next = this.pending.pop()) {
        ended.throwIfAborted();
        await this.readNext(next, ended);
        await this.parts.progressed?.(this.progress);
      }
    } catch (error) {
      const isLate = late.aborted && !signal.aborted;
      const failure = isLate ? tooSlow(limits) : error;
      if (!this.isPart(failure)) throw failure;
      this.isComplete = false;
      return this.found(failure.code);
    }
    return this.found(undefined);
  }

  private found(endedBy: FailureCode | undefined): Traversal {
    const { tree, isComplete, skipped, progress } = this;
    return { tree, isComplete, skipped, progress, endedBy };
  }

  /** Whether what was found counts, although there is more. */
  private isPart(error: unknown): error is SourceFailure {
    const isWanted = this.parts.keepsPart === true && this.tree.nodes.length > 0;
    return isWanted && error instanceof SourceFailure && LIMITS.has(error.code);
  }

  private get progress(): ReadingProgress {
    return { documents: this.documents, resources: this.tree.nodes.length, bytes: this.bytes };
  }

  private async readNext(pending: Pending, signal: AbortSignal): Promise<void> {
    const { link, isForeign, above } = pending;
    const { documents, bytes: mostBytes } = this.parts.limits;
    for (let ancestor = above; ancestor; ancestor = ancestor.above)
      if (ancestor.url === link.url)
        throw new SourceFailure('source_cyclic', {
          en: `${shown(link.url)} leads to itself.`,
          fr: `${shown(link.url)} mène à lui-même.`,
        });
    if (this.documents >= documents) throw tooManyDocuments(documents);
    this.documents += 1;
    const fetched = await this.parts.client.get(link.url, link.format, isForeign, signal).catch(
      // What has no document is left out, or read elsewhere.
      (error: unknown) => this.without(pending, error),
    );
    if (!fetched) return;
    this.bytes += fetched.bytes.length;
    if (this.bytes > mostBytes)
      throw new SourceFailure('source_too_large', {
        en: `The source has more than ${mostBytes} bytes.`,
        fr: `La source a plus de ${mostBytes} octets.`,
      });
    if (link.otherwise && isOfOtherForm(fetched.contentType, link.format)) {
      this.pending.push({ ...pending, link: link.otherwise });
      return;
    }
    await this.parts.run(
      this.take(readSourceDocument(fetched, link.format), pending, fetched.isForeign, fetched.url),
    );
  }

  /** Handles a document that the source does not have. Throws all other failures. */
  private without({ link, isForeign, above, isFirst }: Pending, error: unknown): undefined {
    if (!(error instanceof SourceFailure)) throw error;
    const isAbsent = error.status !== undefined && ABSENT.has(error.status);
    if (isAbsent && link.otherwise) {
      this.pending.push({ link: link.otherwise, isForeign, above, isFirst });
      return undefined;
    }
    const isMissing = isAbsent && error.status !== 401 && error.status !== 403;
    if (link.isOptional && isMissing) return undefined;
    // A broken link of a catalog is no reason to read nothing; but nothing vanishes because of it.
    const mayBeSkipped = !isFirst && (isAbsent || error.code === 'source_target_refused');
    if (!mayBeSkipped && !link.isOptional) throw error;
    this.leaveOut(link);
    return undefined;
  }

  /** Names a document that is not read: nothing vanishes because of it. */
  private leaveOut({ url, path }: SourceLink): void {
    this.isComplete = false;
    if (this.skipped.length < MAX_NAMED_SKIPPED) this.skipped.push(shown(url));
    this.tree.open(path);
  }

  private *take(
    reading: Steps<SourceDocument>,
    { link, above }: Pending,
    isForeign: boolean,
    url: string,
  ): Steps<undefined> {
    const { source, subject, depth, limits } = this.parts;
    const document = yield* reading;
    const found: SourceLink[] = [];
    let count = 0;
    const ancestry = { url: link.url, above, ...descend(above, link) };
    for (const item of source.read({ ...document, url }, link, subject)) {
      if (!isLink(item)) this.tree.add(item);
      else if (item.path.length >= depth) this.tree.open(item.path);
      else if (descend(ancestry, item).detours > depth) this.leaveOut(item);
      else found.push(item);
      if (this.tree.nodes.length > limits.resources)
        throw new SourceFailure('source_too_many_resources', {
          en: `The source has more than ${limits.resources} resources.`,
          fr: `La source a plus de ${limits.resources} ressources.`,
        });
      count += 1;
      if (count % ENTRIES_OF_STEP === 0) yield ENTRIES_OF_STEP * 200;
      if (this.pending.length + found.length > limits.documents) throw tooManyDocuments(limits.documents);
    }
    for (const item of found.reverse())
      this.pending.push({ link: item, isForeign, above: ancestry, isFirst: false });
    return undefined;
  }
}

/** How deep a document is, and how many nested ones led to it without leading deeper: a chain of these has no other end. */
function descend(
  above: Ancestry | undefined,
  { path, isNested }: SourceLink,
): Pick<Ancestry, 'level' | 'detours'> {
  const { level, detours } = above ?? { level: 0, detours: 0 };
  const isDetour = isNested === true && path.length <= level;
  return { level: Math.max(level, path.length), detours: detours + (isDetour ? 1 : 0) };
}

function tooSlow({ readingMs }: SyncLimits): SourceFailure {
  return new SourceFailure('source_too_slow', {
    en: `The source was not read within ${readingMs / 1000} seconds.`,
    fr: `La source n’a pas été lue en ${readingMs / 1000} secondes.`,
  });
}

function tooManyDocuments(most: number): SourceFailure {
  return new SourceFailure('source_too_many_documents', {
    en: `The source has more than ${most} documents.`,
    fr: `La source a plus de ${most} documents.`,
  });
}
