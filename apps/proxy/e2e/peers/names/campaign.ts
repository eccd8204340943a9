import { randomOf } from '../oracle/random';
import { asCurl } from '../oracle/request';
import { recipeOf } from './generator';
import { type Recipe, classOf, simpler, write } from './recipe';
import { type NamedService, type NamedType, TYPES } from './services';
import type { MapServerName, NamedSetup } from './setup';

/** Requests for each type; `npm run test:long` sends 20,000. */
const CASES = Number(process.env['SVC_TEST_NAMES_CASES'] ?? 600);
/** The same requests in every run, unless another seed is set. */
const SEED = Number(process.env['SVC_TEST_NAMES_SEED'] ?? 20_260_139);
/** Milliseconds that a request may take on a busy machine before the test counts as stuck. */
const PER_CASE = 200;
/** How many kinds of leaks are reported. */
const MAX_REPORTED = 40;
/** One of so many requests is also sent straight to the server. */
const STRAIGHT = 10;
const reported = process.env['SVC_TEST_NAMES_CASES'] !== undefined;

/**
 * Tests that no request, with whatever names of the server in whatever spelling, lets a caller to whom layers are denied receive a
 * reply that depends on them: the server's twin has other features and colours in those layers, and must answer the same.
 */
export function testNames(name: MapServerName, setup: () => NamedSetup): void {
  describe(`a caller to whom layers are denied, at a proxy in front of ${name},`, () => {
    it.each(TYPES)(
      'receives nothing that depends on them from a %s service, by whatever names of the server',
      async (type) => {
        const outcome = await run(setup(), type);
        if (reported) process.stdout.write(`${name} as ${type}: ${JSON.stringify(outcome.tally)}\n`);
        const leaks = [...outcome.leaks].sort(([, one], [, other]) => other.count - one.count);
        expect(leaks.map(([kind, { count, text }]) => `${count} × ${kind}: ${text}`)).toEqual([]);
        // INVARIANT: many requests are forwarded, and many depend on what is denied: otherwise nothing would be tested.
        expect(outcome.tally.forwarded).toBeGreaterThan(CASES / 20);
        expect(outcome.tally.straightLeaks).toBeGreaterThan(outcome.tally.straight / 20);
      },
      60_000 + CASES * PER_CASE,
    );
  });
}

async function run(setup: NamedSetup, type: NamedType) {
  const services = setup.all.filter((service) => service.type === type);
  const tally = {
    requests: 0,
    forwarded: 0,
    refused: 0,
    leaks: 0,
    kinds: 0,
    straight: 0,
    straightLeaks: 0,
    seconds: 0,
  };
  const leaks = new Map<string, { count: number; text: string }>();
  const started = Date.now();
  for (let number = 0; number < CASES; number++) {
    const random = randomOf(SEED, TYPES.indexOf(type), number);
    const service = random.of(services);
    const recipe = recipeOf(type, random, setup.names);
    const fate = await setup.send(service, 'restricted', write(recipe));
    tally.requests++;
    tally[fate.isForwarded ? 'forwarded' : 'refused']++;
    if (number % STRAIGHT === 0) {
      tally.straight++;
      const path = recipe.path === '' ? '/wfs' : recipe.path;
      if ((await setup.straight(write({ ...recipe, path }))).leaks) tally.straightLeaks++;
    }
    if (!fate.leaks) continue;
    tally.leaks++;
    if (leaks.size >= MAX_REPORTED && !reported) continue;
    const smallest = await reduce(setup, service, recipe);
    const kind = classOf(smallest);
    const found = leaks.get(kind) ?? {
      count: 0,
      text: `seed ${SEED}, request ${number}, ${service.name}\n  ${asCurl(write(smallest))}`,
    };
    if (reported && found.count === 0)
      process.stdout.write(`${setup.server} as ${type}: ${kind}: ${found.text}\n`);
    found.count++;
    leaks.set(kind, found);
  }
  tally.kinds = leaks.size;
  tally.seconds = Math.round((Date.now() - started) / 1000);
  return { tally, leaks };
}

/** The same leak with as little as possible in its request. */
async function reduce(setup: NamedSetup, service: NamedService, recipe: Recipe): Promise<Recipe> {
  for (const smaller of simpler(recipe))
    if ((await setup.send(service, 'restricted', write(smaller))).leaks)
      return reduce(setup, service, smaller);
  return recipe;
}
