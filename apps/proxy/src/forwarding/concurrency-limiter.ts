export interface ConcurrencyLimits {
  /** Maximum number of concurrent requests to one upstream. */
  readonly connections: number;
  /** Maximum number of queued requests. */
  readonly waiting: number;
  /** Milliseconds after which a queued request is rejected. */
  readonly queueTimeout: number;
}

/** A request that needs a slot at an upstream. */
export interface SlotRequest {
  /** The service, by the id of its resource; each has a separate queue. */
  readonly service: number;
  /** Maximum number of slots that the service may hold; undefined: the share that any service may hold. */
  readonly limit: number | undefined;
  /** Called once with the slot: synchronously, or later (`hasWaited`) when another one is released. */
  readonly granted: (slot: Slot, hasWaited: boolean) => void;
  /** Called once instead when the queue is full or the wait takes too long. */
  readonly rejected: () => void;
}

/** The share of the slots that one service may hold, so that others of the same upstream always have some. */
const SHARE = 7 / 8;

interface ServiceQueue {
  readonly waiting: Set<Slot>;
  held: number;
}

/** A queued or granted claim on one concurrent request. */
export class Slot {
  private state: 'waiting' | 'held' | 'released' = 'waiting';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly request: SlotRequest,
    private readonly limiter: ConcurrencyLimiter,
  ) {}

  get isWaiting(): boolean {
    return this.state === 'waiting';
  }

  /** Cancels the wait or frees the slot. Idempotent. */
  release(): void {
    const { state } = this;
    if (state === 'released') return;
    this.end();
    if (state === 'held') this.limiter.onReleased(this);
    else this.limiter.onCancelled(this);
  }

  /** Called by the limiter only. */
  wait(timeout: number): void {
    this.timer = setTimeout(() => {
      this.release();
      this.request.rejected();
    }, timeout).unref();
  }

  /** Called by the limiter only. */
  grant(hasWaited: boolean): void {
    clearTimeout(this.timer);
    this.state = 'held';
    this.request.granted(this, hasWaited);
  }

  /** Called by the limiter only. */
  reject(): void {
    this.end();
    this.request.rejected();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.state = 'released';
  }
}

/**
 * Limits the concurrent requests to one upstream. Released slots go round-robin to the services that have queued requests,
 * so that a busy service does not starve the others of the same upstream; the queue and the wait are bounded.
 */
export class ConcurrencyLimiter {
  private held = 0;
  private waiting = 0;
  private readonly queues = new Map<number, ServiceQueue>();
  /** The services with queued requests, in round-robin order. */
  private readonly waitingServices = new Set<number>();
  private readonly share: number;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.share = Math.ceil(limits.connections * SHARE);
  }

  /** Whether no slot is held or waited for. */
  get isIdle(): boolean {
    return this.held === 0 && this.waiting === 0;
  }

  /** Grants a slot, queues the request or rejects it. */
  acquire(request: SlotRequest): Slot {
    const slot = new Slot(request, this);
    const queue = this.queueOf(request.service);
    if (queue.waiting.size === 0 && this.hasRoom(request, queue)) this.grant(slot, queue, false);
    else this.enqueue(slot, queue);
    return slot;
  }

  /** Called by slots only: a held one was released. */
  onReleased({ request }: Slot): void {
    const queue = this.queueOf(request.service);
    this.held--;
    queue.held--;
    this.discardIfIdle(request.service, queue);
    this.grantNext();
  }

  /** Called by slots only: a queued one was cancelled. */
  onCancelled(slot: Slot): void {
    const queue = this.queueOf(slot.request.service);
    this.dequeue(slot, queue);
    this.discardIfIdle(slot.request.service, queue);
  }

  private hasRoom({ limit = Infinity }: SlotRequest, queue: ServiceQueue): boolean {
    return this.held < this.limits.connections && queue.held < Math.min(limit, this.share);
  }

  private grant(slot: Slot, queue: ServiceQueue, hasWaited: boolean): void {
    this.held++;
    queue.held++;
    slot.grant(hasWaited);
  }

  private enqueue(slot: Slot, queue: ServiceQueue): void {
    if (this.waiting >= this.limits.waiting && !this.evictFromLongest(queue)) {
      this.discardIfIdle(slot.request.service, queue);
      slot.reject();
      return;
    }
    queue.waiting.add(slot);
    this.waiting++;
    this.waitingServices.add(slot.request.service);
    slot.wait(this.limits.queueTimeout);
  }

  /** Rejects the last request of the longest queue, unless `own` would become as long. */
  private evictFromLongest(own: ServiceQueue): boolean {
    let longest = own;
    for (const service of this.waitingServices) {
      const queue = this.queueOf(service);
      if (queue.waiting.size > longest.waiting.size) longest = queue;
    }
    const last = [...longest.waiting].at(-1);
    if (!last || longest.waiting.size <= own.waiting.size + 1) return false;
    this.dequeue(last, longest);
    last.reject();
    return true;
  }

  private grantNext(): void {
    for (const service of this.waitingServices) {
      if (this.held >= this.limits.connections) return;
      const queue = this.queueOf(service);
      const [next] = queue.waiting;
      if (!next || !this.hasRoom(next.request, queue)) continue;
      this.dequeue(next, queue);
      if (queue.waiting.size > 0) {
        // To the end of the round-robin order.
        this.waitingServices.delete(service);
        this.waitingServices.add(service);
      }
      this.grant(next, queue, true);
      return;
    }
  }

  private dequeue(slot: Slot, queue: ServiceQueue): void {
    if (!queue.waiting.delete(slot)) return;
    this.waiting--;
    if (queue.waiting.size === 0) this.waitingServices.delete(slot.request.service);
  }

  private queueOf(service: number): ServiceQueue {
    let queue = this.queues.get(service);
    if (!queue) this.queues.set(service, (queue = { waiting: new Set(), held: 0 }));
    return queue;
  }

  private discardIfIdle(service: number, queue: ServiceQueue): void {
    if (queue.held === 0 && queue.waiting.size === 0) this.queues.delete(service);
  }
}
