import type { Persona, ScenarioService } from './scenario';

/** A generated request for a service. */
export interface Attempt {
  readonly service: ScenarioService;
  readonly persona: Persona;
  readonly method: string;
  /** What comes before the name of the service in the target; not the usual one only in attempts at being routed elsewhere. */
  readonly lead: string;
  /** What follows that name, one character a byte, with its query. */
  readonly rest: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: AttemptBody | undefined;
}

export interface AttemptBody {
  readonly mediaType: string | undefined;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
  /** Whether it is sent in pieces whose number is not told before. */
  readonly isChunked: boolean;
}

/** For people who have to reproduce it. */
export function describeAttempt({ service, persona, method, lead, rest, headers, body }: Attempt): string {
  return [
    `${persona}: ${method} ${JSON.stringify(`${lead}${service.name}${rest}`)}`,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
    ...(body
      ? [
          `  Content-Type: ${body.mediaType}, Content-Encoding: ${body.encoding}, chunked: ${body.isChunked}`,
          `  ${JSON.stringify(body.bytes.toString('latin1').slice(0, 600))}`,
        ]
      : []),
  ].join('\n');
}
