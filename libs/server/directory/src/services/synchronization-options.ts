import { problem } from '@gatehouse/problems';

/** What a service does with the differences that a synchronization finds. Reference: service-synchronization#modes. */
const SYNCHRONIZATION_MODES = ['suggest', 'create', 'mirror'] as const;
type SynchronizationModeName = (typeof SYNCHRONIZATION_MODES)[number];

/** How a service is kept in step with the real one. */
export interface SynchronizationOptions {
  readonly mode: SynchronizationModeName;
  /** Minutes between two synchronizations; null: only on demand. */
  readonly intervalMinutes: number | null;
  /** Levels below the service that are read. */
  readonly depth: number;
}

const DEFAULTS: SynchronizationOptions = { mode: 'suggest', intervalMinutes: null, depth: 3 };
const MAX_INTERVAL_MINUTES = 60 * 24 * 366;
const MIN_INTERVAL_MINUTES = 5;
const MAX_DEPTH = 32;

type Stored = Readonly<Record<string, unknown>>;

/** What each member of stored options may be, and how an error states it. */
const MEMBERS: Readonly<Record<string, readonly [isValid: (value: unknown) => boolean, expected: string]>> = {
  mode: [
    (value) => SYNCHRONIZATION_MODES.some((mode) => mode === value),
    SYNCHRONIZATION_MODES.map((mode) => `\`${mode}\``).join(', '),
  ],
  interval_minutes: [
    (value) => value === null || isWhole(value, MIN_INTERVAL_MINUTES, MAX_INTERVAL_MINUTES),
    `null or a whole number from ${MIN_INTERVAL_MINUTES} to ${MAX_INTERVAL_MINUTES}`,
  ],
  depth: [(value) => isWhole(value, 1, MAX_DEPTH), `a whole number from 1 to ${MAX_DEPTH}`],
};

/** The options to store; null for the defaults. Throws `service_synchronization_invalid` (422). */
export function validateSynchronization(value: unknown): Stored | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid('synchronization', 'an object or null');
  const given = value as Stored;
  for (const [name, member] of Object.entries(given)) {
    const rule = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (!rule) throw invalid('synchronization', `no other members than ${Object.keys(MEMBERS).join(', ')}`);
    if (!rule[0](member)) throw invalid(`synchronization.${name}`, rule[1]);
  }
  return given;
}

/** The options in effect. Stored values that this version does not know count as not set. */
export function synchronizationOptions(stored: Stored | null): SynchronizationOptions {
  const valid = (name: string): unknown => (MEMBERS[name]?.[0](stored?.[name]) ? stored?.[name] : undefined);
  return {
    mode: (valid('mode') as SynchronizationModeName | undefined) ?? DEFAULTS.mode,
    intervalMinutes: (valid('interval_minutes') as number | null | undefined) ?? DEFAULTS.intervalMinutes,
    depth: (valid('depth') as number | undefined) ?? DEFAULTS.depth,
  };
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function invalid(name: string, expected: string) {
  return problem(
    'service_synchronization_invalid',
    { path: name, expected },
    { param: { name, value: null, compare: expected, conditions: { is_type: false } } },
  );
}
