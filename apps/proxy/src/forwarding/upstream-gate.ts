export interface GateLimits {
  /** Most requests to one upstream at a time. */
  readonly connections: number;
  /** Most requests that wait for their turn. */
  readonly waiting: number;
  /** Milliseconds for which one waits. */
  readonly patience: number;
}

/** Somebody who wants to talk to the upstream. */
export interface Applicant {
  /** The service, by the id of its resource; each has a line of its own. */
  readonly service: number;
  /** Most places that the service may hold; undefined: as many as any service may. */
  readonly most: number | undefined;
  /** Called once when a place is there: at once, or later, when others have gone. */
  readonly admitted: (place: Place, hasWaited: boolean) => void;
  /** Called once instead when too many wait, or when the wait was too long. */
  readonly refused: () => void;
}

/** The share of the places that one service may hold, so that another one of the same upstream always finds some. */
const SHARE = 7 / 8;

interface Line {
  readonly waiting: Set<Place>;
  held: number;
}

/** What an applicant has at an upstream: a turn to wait for, a place, or neither any more. */
export class Place {
  private state: 'waiting' | 'held' | 'over' = 'waiting';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly applicant: Applicant,
    private readonly gate: UpstreamGate,
  ) {}

  get isWaiting(): boolean {
    return this.state === 'waiting';
  }

  /** Ends the wait, or makes room for another; a second time it does nothing. */
  giveBack(): void {
    const { state } = this;
    if (state === 'over') return;
    this.end();
    if (state === 'held') this.gate.vacate(this);
    else this.gate.withdraw(this);
  }

  /** For the gate alone. */
  wait(patience: number): void {
    this.timer = setTimeout(() => {
      this.giveBack();
      this.applicant.refused();
    }, patience).unref();
  }

  /** For the gate alone. */
  take(hasWaited: boolean): void {
    clearTimeout(this.timer);
    this.state = 'held';
    this.applicant.admitted(this, hasWaited);
  }

  /** For the gate alone. */
  refuse(): void {
    this.end();
    this.applicant.refused();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.state = 'over';
  }
}

/**
 * How many talk to one upstream at a time, and who is next. Places that become free go round the services that wait, so
 * that a busy one does not keep the others of the same upstream from it; nobody waits without bound.
 */
export class UpstreamGate {
  private held = 0;
  private waiting = 0;
  private readonly lines = new Map<number, Line>();
  /** The services that wait, in the order of their turns. */
  private readonly turns = new Set<number>();
  private readonly share: number;

  constructor(private readonly limits: GateLimits) {
    this.share = Math.ceil(limits.connections * SHARE);
  }

  /** Whether nobody is there. */
  get isEmpty(): boolean {
    return this.held === 0 && this.waiting === 0;
  }

  /** Gives a place, lets wait or refuses. */
  enter(applicant: Applicant): Place {
    const place = new Place(applicant, this);
    const line = this.lineOf(applicant.service);
    if (line.waiting.size === 0 && this.hasRoom(applicant, line)) this.admit(place, line, false);
    else this.queue(place, line);
    return place;
  }

  /** For places alone: one that was held is free. */
  vacate({ applicant }: Place): void {
    const line = this.lineOf(applicant.service);
    this.held--;
    line.held--;
    this.forget(applicant.service, line);
    this.callNext();
  }

  /** For places alone: one is waited for no more. */
  withdraw(place: Place): void {
    const line = this.lineOf(place.applicant.service);
    this.leaveLine(place, line);
    this.forget(place.applicant.service, line);
  }

  private hasRoom({ most = Infinity }: Applicant, line: Line): boolean {
    return this.held < this.limits.connections && line.held < Math.min(most, this.share);
  }

  private admit(place: Place, line: Line, hasWaited: boolean): void {
    this.held++;
    line.held++;
    place.take(hasWaited);
  }

  private queue(place: Place, line: Line): void {
    if (this.waiting >= this.limits.waiting && !this.makeRoom(line)) {
      this.forget(place.applicant.service, line);
      place.refuse();
      return;
    }
    line.waiting.add(place);
    this.waiting++;
    this.turns.add(place.applicant.service);
    place.wait(this.limits.patience);
  }

  /** Sends the last one of the longest line away, unless the newcomer's own is as long. */
  private makeRoom(newcomers: Line): boolean {
    let longest = newcomers;
    for (const service of this.turns) {
      const line = this.lineOf(service);
      if (line.waiting.size > longest.waiting.size) longest = line;
    }
    const last = [...longest.waiting].at(-1);
    if (!last || longest.waiting.size <= newcomers.waiting.size + 1) return false;
    this.leaveLine(last, longest);
    last.refuse();
    return true;
  }

  private callNext(): void {
    for (const service of this.turns) {
      if (this.held >= this.limits.connections) return;
      const line = this.lineOf(service);
      const [next] = line.waiting;
      if (!next || !this.hasRoom(next.applicant, line)) continue;
      this.leaveLine(next, line);
      if (line.waiting.size > 0) {
        // To the end of the turns.
        this.turns.delete(service);
        this.turns.add(service);
      }
      this.admit(next, line, true);
      return;
    }
  }

  private leaveLine(place: Place, line: Line): void {
    if (!line.waiting.delete(place)) return;
    this.waiting--;
    if (line.waiting.size === 0) this.turns.delete(place.applicant.service);
  }

  private lineOf(service: number): Line {
    let line = this.lines.get(service);
    if (!line) this.lines.set(service, (line = { waiting: new Set(), held: 0 }));
    return line;
  }

  private forget(service: number, line: Line): void {
    if (line.held === 0 && line.waiting.size === 0) this.lines.delete(service);
  }
}
