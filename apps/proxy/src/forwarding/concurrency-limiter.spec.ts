import fc from 'fast-check';
import { type Slot, ConcurrencyLimiter } from './concurrency-limiter';

/** Those who acquire a limiter, by number, with what became of them. */
class Requests {
  readonly slots = new Map<number, Slot>();
  readonly granted: number[] = [];
  readonly rejected: number[] = [];
  private count = 0;

  constructor(readonly limiter: ConcurrencyLimiter) {}

  acquire(service = 1, limit?: number): number {
    const id = this.count++;
    const slot = this.limiter.acquire({
      service,
      limit,
      granted: () => void this.granted.push(id),
      rejected: () => void this.rejected.push(id),
    });
    this.slots.set(id, slot);
    return id;
  }

  release(id: number): void {
    this.slots.get(id)?.release();
  }
}

const requestsTo = (limits: { connections?: number; waiting?: number; queueTimeout?: number } = {}) =>
  new Requests(new ConcurrencyLimiter({ connections: 8, waiting: 100, queueTimeout: 60_000, ...limits }));

describe('a concurrency limiter', () => {
  afterEach(() => jest.useRealTimers());

  it('grants slots immediately while some are free, and the next one when a slot is released', () => {
    const requests = requestsTo({ connections: 2 });
    const [first, second, third, fourth] = [1, 1, 1, 1].map((service) => requests.acquire(service));
    expect(requests.granted).toEqual([first, second]);
    requests.release(second ?? NaN);
    expect(requests.granted).toEqual([first, second, third]);
    // Idempotent.
    requests.release(second ?? NaN);
    expect(requests.granted).not.toContain(fourth);
    requests.release(first ?? NaN);
    expect(requests.granted).toContain(fourth);
  });

  it('reserves slots that one service cannot take from others of the same upstream', () => {
    const requests = requestsTo({ connections: 8 });
    for (let count = 0; count < 20; count++) requests.acquire(1);
    expect(requests.granted).toHaveLength(7);
    const other = requests.acquire(2);
    expect(requests.granted).toContain(other);
  });

  it('serves queued services round-robin, however many requests one of them has queued', () => {
    const requests = requestsTo({ connections: 1 });
    const principal = requests.acquire(1);
    const busy = [1, 1, 1].map((service) => requests.acquire(service));
    const quiet = [2, 3].map((service) => requests.acquire(service));
    let last = principal;
    const order: number[] = [];
    for (let count = 0; count < 5; count++) {
      requests.release(last);
      last = requests.granted.at(-1) ?? NaN;
      order.push(last);
    }
    expect(order).toEqual([busy[0], quiet[0], quiet[1], busy[1], busy[2]]);
  });

  it('enforces the limit of a service without blocking others', () => {
    const requests = requestsTo({ connections: 8 });
    const [first, second] = [requests.acquire(1, 1), requests.acquire(1, 1)];
    const other = requests.acquire(2);
    expect(requests.granted).toEqual([first, other]);
    requests.release(other);
    expect(requests.granted).not.toContain(second);
    requests.release(first);
    expect(requests.granted).toContain(second);
  });

  it('rejects a request when the queue is full', () => {
    const requests = requestsTo({ connections: 1, waiting: 2 });
    const [, , , fourth] = [1, 1, 1, 1].map((service) => requests.acquire(service));
    expect(requests.rejected).toEqual([fourth]);
  });

  it('rejects the last request of the longest queue in favour of a service with a shorter queue', () => {
    const requests = requestsTo({ connections: 1, waiting: 3 });
    const [, , , last] = [1, 1, 1, 1].map((service) => requests.acquire(service));
    const other = requests.acquire(2);
    expect(requests.rejected).toEqual([last]);
    expect(requests.slots.get(other)?.isWaiting).toBe(true);
    // The queues differ by less than two now: the new request is rejected.
    const late = requests.acquire(2);
    expect(requests.rejected).toEqual([last, late]);
  });

  it('rejects a request after the queue timeout, and only once', () => {
    jest.useFakeTimers();
    const requests = requestsTo({ connections: 1, queueTimeout: 20 });
    const [first, second] = [requests.acquire(), requests.acquire()];
    jest.advanceTimersByTime(19);
    expect(requests.rejected).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(requests.rejected).toEqual([second]);
    requests.release(first);
    requests.release(second);
    expect(requests.granted).toEqual([first]);
    expect(requests.limiter.isIdle).toBe(true);
  });

  it('removes a cancelled request from its queue', () => {
    const requests = requestsTo({ connections: 1 });
    const [first, second, third] = [requests.acquire(), requests.acquire(), requests.acquire()];
    requests.release(second);
    requests.release(first);
    expect(requests.granted).toEqual([first, third]);
    requests.release(third);
    expect(requests.limiter.isIdle).toBe(true);
  });

  it('never exceeds its limits, leaves no slot free while a request is queued, and ends empty', () => {
    const step = fc.oneof(
      fc.record({
        service: fc.integer({ min: 1, max: 4 }),
        limit: fc.option(fc.integer({ min: 1, max: 3 })),
      }),
      fc.record({ releases: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.nat(6),
        fc.array(step, { maxLength: 80 }),
        (connections, waiting, steps) => {
          const requests = requestsTo({ connections, waiting });
          const services = new Map<number, number>();
          const left = new Set<number>();
          const holding = () => requests.granted.filter((id) => !left.has(id));
          const release = (id: number | undefined) => {
            if (id === undefined) return;
            left.add(id);
            requests.release(id);
          };
          const limits = new Map<number, number>();
          for (const next of steps) {
            if ('service' in next) {
              // A service has one limit: that of its first request.
              if (!limits.has(next.service)) limits.set(next.service, next.limit ?? Infinity);
              const limit = limits.get(next.service);
              const id = requests.acquire(next.service, limit === Infinity ? undefined : limit);
              services.set(id, next.service);
            } else {
              const present = [...services.keys()].filter((id) => !left.has(id));
              release(present[next.releases % Math.max(present.length, 1)]);
            }
            expect(holding().length).toBeLessThanOrEqual(connections);
            const waitingNow = [...requests.slots].filter(([, slot]) => slot.isWaiting).map(([id]) => id);
            expect(waitingNow.length).toBeLessThanOrEqual(waiting);
            for (const [service, limit] of limits) {
              const held = holding().filter((id) => services.get(id) === service).length;
              const own = Math.min(limit, Math.ceil((connections * 7) / 8));
              expect(held).toBeLessThanOrEqual(own);
              const waits = waitingNow.some((id) => services.get(id) === service);
              if (waits) expect(held === own || holding().length === connections).toBe(true);
            }
          }
          for (const id of services.keys()) release(id);
          for (const id of requests.granted) release(id);
          expect(requests.limiter.isIdle).toBe(true);
        },
      ),
    );
  });
});
