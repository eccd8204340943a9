import fc from 'fast-check';
import { type Place, UpstreamGate } from './upstream-gate';

/** Those who enter a gate, by number, with what became of them. */
class Visitors {
  readonly places = new Map<number, Place>();
  readonly admitted: number[] = [];
  readonly refused: number[] = [];
  private count = 0;

  constructor(readonly gate: UpstreamGate) {}

  enter(service = 1, most?: number): number {
    const visitor = this.count++;
    const place = this.gate.enter({
      service,
      most,
      admitted: () => void this.admitted.push(visitor),
      refused: () => void this.refused.push(visitor),
    });
    this.places.set(visitor, place);
    return visitor;
  }

  leave(visitor: number): void {
    this.places.get(visitor)?.giveBack();
  }
}

const visitorsOf = (limits: { connections?: number; waiting?: number; patience?: number } = {}) =>
  new Visitors(new UpstreamGate({ connections: 8, waiting: 100, patience: 60_000, ...limits }));

describe('the gate to an upstream', () => {
  it('lets in at once while there are places, and the next one when a place is free', () => {
    const visitors = visitorsOf({ connections: 2 });
    const [first, second, third, fourth] = [1, 1, 1, 1].map((service) => visitors.enter(service));
    expect(visitors.admitted).toEqual([first, second]);
    visitors.leave(second ?? NaN);
    expect(visitors.admitted).toEqual([first, second, third]);
    // Once is enough.
    visitors.leave(second ?? NaN);
    expect(visitors.admitted).not.toContain(fourth);
    visitors.leave(first ?? NaN);
    expect(visitors.admitted).toContain(fourth);
  });

  it('keeps places free of one service that others of the same upstream can have', () => {
    const visitors = visitorsOf({ connections: 8 });
    for (let count = 0; count < 20; count++) visitors.enter(1);
    expect(visitors.admitted).toHaveLength(7);
    const other = visitors.enter(2);
    expect(visitors.admitted).toContain(other);
  });

  it('goes round the services that wait, however many wait for one of them', () => {
    const visitors = visitorsOf({ connections: 1 });
    const holder = visitors.enter(1);
    const busy = [1, 1, 1].map((service) => visitors.enter(service));
    const quiet = [2, 3].map((service) => visitors.enter(service));
    let last = holder;
    const order: number[] = [];
    for (let count = 0; count < 5; count++) {
      visitors.leave(last);
      last = visitors.admitted.at(-1) ?? NaN;
      order.push(last);
    }
    expect(order).toEqual([busy[0], quiet[0], quiet[1], busy[1], busy[2]]);
  });

  it('holds a service to its own limit and lets others pass it', () => {
    const visitors = visitorsOf({ connections: 8 });
    const [first, second] = [visitors.enter(1, 1), visitors.enter(1, 1)];
    const other = visitors.enter(2);
    expect(visitors.admitted).toEqual([first, other]);
    visitors.leave(other);
    expect(visitors.admitted).not.toContain(second);
    visitors.leave(first);
    expect(visitors.admitted).toContain(second);
  });

  it('refuses when too many wait', () => {
    const visitors = visitorsOf({ connections: 1, waiting: 2 });
    const [, , , fourth] = [1, 1, 1, 1].map((service) => visitors.enter(service));
    expect(visitors.refused).toEqual([fourth]);
  });

  it('refuses the last of the longest line for one of a shorter line', () => {
    const visitors = visitorsOf({ connections: 1, waiting: 3 });
    const [, , , last] = [1, 1, 1, 1].map((service) => visitors.enter(service));
    const other = visitors.enter(2);
    expect(visitors.refused).toEqual([last]);
    expect(visitors.places.get(other)?.isWaiting).toBe(true);
    // Both lines are not far apart now: the newcomer has to go.
    const late = visitors.enter(2);
    expect(visitors.refused).toEqual([last, late]);
  });

  it('refuses who has waited for too long, and nobody twice', async () => {
    const visitors = visitorsOf({ connections: 1, patience: 20 });
    const [first, second] = [visitors.enter(), visitors.enter()];
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(visitors.refused).toEqual([second]);
    visitors.leave(first);
    visitors.leave(second);
    expect(visitors.admitted).toEqual([first]);
    expect(visitors.gate.isEmpty).toBe(true);
  });

  it('forgets who gives up waiting', () => {
    const visitors = visitorsOf({ connections: 1 });
    const [first, second, third] = [visitors.enter(), visitors.enter(), visitors.enter()];
    visitors.leave(second);
    visitors.leave(first);
    expect(visitors.admitted).toEqual([first, third]);
    visitors.leave(third);
    expect(visitors.gate.isEmpty).toBe(true);
  });

  it('never lets in more than its limits, leaves no place empty that is waited for, and ends empty', () => {
    const step = fc.oneof(
      fc.record({ service: fc.integer({ min: 1, max: 4 }), most: fc.option(fc.integer({ min: 1, max: 3 })) }),
      fc.record({ leaves: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.nat(6),
        fc.array(step, { maxLength: 80 }),
        (connections, waiting, steps) => {
          const visitors = visitorsOf({ connections, waiting });
          const services = new Map<number, number>();
          const left = new Set<number>();
          const holding = () => visitors.admitted.filter((visitor) => !left.has(visitor));
          const leave = (visitor: number | undefined) => {
            if (visitor === undefined) return;
            left.add(visitor);
            visitors.leave(visitor);
          };
          const most = new Map<number, number>();
          for (const next of steps) {
            if ('service' in next) {
              // A service has one limit; the first to come tells it.
              if (!most.has(next.service)) most.set(next.service, next.most ?? Infinity);
              const limit = most.get(next.service);
              const visitor = visitors.enter(next.service, limit === Infinity ? undefined : limit);
              services.set(visitor, next.service);
            } else {
              const present = [...services.keys()].filter((visitor) => !left.has(visitor));
              leave(present[next.leaves % Math.max(present.length, 1)]);
            }
            expect(holding().length).toBeLessThanOrEqual(connections);
            const waitingNow = [...visitors.places]
              .filter(([, place]) => place.isWaiting)
              .map(([visitor]) => visitor);
            expect(waitingNow.length).toBeLessThanOrEqual(waiting);
            for (const [service, limit] of most) {
              const held = holding().filter((visitor) => services.get(visitor) === service).length;
              const own = Math.min(limit, Math.ceil((connections * 7) / 8));
              expect(held).toBeLessThanOrEqual(own);
              const waits = waitingNow.some((visitor) => services.get(visitor) === service);
              if (waits) expect(held === own || holding().length === connections).toBe(true);
            }
          }
          for (const visitor of services.keys()) leave(visitor);
          for (const visitor of visitors.admitted) leave(visitor);
          expect(visitors.gate.isEmpty).toBe(true);
        },
      ),
    );
  });
});
