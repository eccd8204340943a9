import { type Problem, problem, retryAfter } from '@gatehouse/problems';
import type { Steps } from '@gatehouse/request-body';
import { compare } from './comparison/compare';
import type { DifferenceProblem } from './comparison/difference';
import type { SourceHttp } from './documents/source-client';
import type { SyncLimits } from './limits';
import { sourceOf } from './sources/catalogue';
import { SourceFailure, type StoredFailure } from './source-failure';
import type { Places } from './traversal/places';
import { type ReadService, readService } from './traversal/read-service';
import type { RemoteNode } from './traversal/remote-tree';
import type { Traversal } from './traversal/traverse';

/** How much a preview reads at most: somebody waits for its reply. Reference: service-synchronization#previews. */
const PREVIEW_LIMITS = {
  resources: 5_000,
  documents: 100,
  bytes: 32 * 1024 * 1024,
  readingMs: 20_000,
} as const satisfies Partial<SyncLimits>;
/** Resources of one reply. */
const MAX_SHOWN = 1_000;
/** Seconds after which another preview may be tried. */
const RETRY_SECONDS = 5;

/** A resource of a service that does not exist yet. */
type PreviewedResource = Pick<RemoteNode, 'id' | 'parentId' | 'name' | 'type' | 'title'> & {
  /** Why it could not be registered. */
  readonly problem: DifferenceProblem | undefined;
};

/** What a first synchronization would find. */
export interface Preview extends Pick<Traversal, 'isComplete' | 'skipped' | 'progress' | 'endedBy'> {
  /** The first ones; parents precede their children. */
  readonly resources: readonly PreviewedResource[];
  /** Why nothing could be read. */
  readonly failure: StoredFailure | undefined;
}

export interface PreviewParts {
  readonly http: SourceHttp;
  readonly limits: SyncLimits;
  readonly places: Places;
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result>;
}

/** Reads services that do not exist yet. Writes nothing, and sends no credentials. */
export class Previews {
  private readonly ending = new AbortController();
  /** The other place is for jobs. */
  private isReading = false;

  constructor(private readonly parts: PreviewParts) {}

  /** Throws `synchronization_not_supported` (403) or `synchronization_preview_busy` (429). The service has been validated. */
  async of(service: ReadService): Promise<Preview> {
    if (!sourceOf(service.syncType)) throw problem('synchronization_not_supported');
    if (this.isReading) throw busy();
    this.isReading = true;
    try {
      return await this.readInPlace(service);
    } finally {
      this.isReading = false;
    }
  }

  /** Ends what is under way. */
  stop(): void {
    const text = {
      en: 'The process that read it has ended.',
      fr: 'Le processus qui le lisait s’est arrêté.',
    };
    this.ending.abort(new SourceFailure('interrupted', text));
  }

  private async readInPlace(service: ReadService): Promise<Preview> {
    const { places } = this.parts;
    if (!(await places.take())) throw busy();
    try {
      return await this.read(service);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      return { ...NOTHING, failure: error.stored };
    } finally {
      places.giveBack();
    }
  }

  private async read(service: ReadService): Promise<Preview> {
    const { limits, http, run } = this.parts;
    const { tree, isComplete, skipped, progress, endedBy } = await readService(service, {
      http,
      run,
      authorization: undefined,
      limits: smaller(limits),
      keepsPart: true,
      signal: this.ending.signal,
    });
    const { problems } = await run(
      compare({
        serviceId: 0,
        type: service.type,
        local: [],
        remote: tree.nodes,
        isOpen: tree.isOpen,
        isComplete,
      }),
    );
    const resources = tree.nodes.slice(0, MAX_SHOWN).map(({ id, parentId, name, type, title }) => ({
      id,
      parentId,
      name,
      type,
      title,
      problem: problems.get(id),
    }));
    return { resources, isComplete, skipped, progress, endedBy, failure: undefined };
  }
}

const NOTHING: Omit<Preview, 'failure'> = {
  resources: [],
  isComplete: false,
  skipped: [],
  progress: { documents: 0, resources: 0, bytes: 0 },
  endedBy: undefined,
};

function busy(): Problem {
  return problem('synchronization_preview_busy', {}, retryAfter(RETRY_SECONDS));
}

/** The limits of jobs, where they are smaller. */
function smaller(limits: SyncLimits): SyncLimits {
  const { resources, documents, bytes, readingMs } = PREVIEW_LIMITS;
  return {
    ...limits,
    resources: Math.min(limits.resources, resources),
    documents: Math.min(limits.documents, documents),
    bytes: Math.min(limits.bytes, bytes),
    readingMs: Math.min(limits.readingMs, readingMs),
  };
}
