import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { provide, provideBy, tokenOf } from './provide';

class Clock {
  readonly kind = 'clock';
}

class Store {
  constructor(readonly clock: Clock) {}
}

class Report {
  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly title: string,
  ) {}
}

const TITLE = tokenOf<string>('title');
const COUNT = tokenOf<number>('count');
const LATER = tokenOf<Report>('later');

describe('a provider of a class outside Nest', () => {
  it('creates it from the source of each parameter of its constructor', async () => {
    const { report, store, clock, later } = await resolved();
    expect(report).toBeInstanceOf(Report);
    expect([report.store, report.clock, report.title]).toEqual([store, clock, 'Report']);
    expect(later).toBe(report);
  });

  it('creates it by a function from named parts, which may wait', async () => {
    const { count } = await resolved();
    expect(count).toBe('Report of clock'.length);
  });

  it('compiles only with a source of the right type for each parameter', () => {
    provide(Report, Store, Clock, TITLE);
    // @ts-expect-error -- a source is missing
    provide(Report, Store, Clock);
    // @ts-expect-error -- there is one too many
    provide(Report, Store, Clock, TITLE, COUNT);
    // @ts-expect-error -- the order is wrong
    provide(Report, Clock, Store, TITLE);
    // @ts-expect-error -- the token is of another type
    provide(Report, Store, Clock, COUNT);
    // @ts-expect-error -- a symbol without a type could be anything
    provide(Report, Store, Clock, Symbol('title'));
    // @ts-expect-error -- a part has another type than the function uses it for
    provideBy(COUNT, { title: COUNT }, ({ title }) => title.length);
    // @ts-expect-error -- the function returns something else than it provides
    const wrong = () => provideBy(COUNT, { title: TITLE }, ({ title }) => title);
    // @ts-expect-error -- a part that is used is not provided
    const missing = () => provideBy(COUNT, { title: TITLE }, ({ store }) => store);
    expect([wrong, missing]).toHaveLength(2);
  });
});

@Module({
  providers: [
    { provide: TITLE, useValue: 'Report' },
    provideBy(LATER, { report: Report }, async ({ report }) => report),
    provideBy(
      COUNT,
      { title: TITLE, clock: Clock },
      ({ title, clock }) => `${title} of ${clock.kind}`.length,
    ),
    provide(Report, Store, Clock, TITLE),
    provide(Store, Clock),
    provide(Clock),
  ],
})
class Reports {}

async function resolved() {
  const module = await NestFactory.createApplicationContext(Reports, { logger: false, abortOnError: false });
  return {
    report: module.get(Report),
    store: module.get(Store),
    clock: module.get(Clock),
    count: module.get<number>(COUNT),
    later: module.get<Report>(LATER),
  };
}
