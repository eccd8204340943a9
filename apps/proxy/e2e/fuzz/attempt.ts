import type { Persona, ScenarioService } from './scenario';

/** A generated request for a service. */
export interface Attempt {
  readonly service: ScenarioService;
  readonly persona: Persona;
  readonly method: string;
  /** The part of the target before the name of the service; unusual only in attempts to be routed elsewhere. */
  readonly lead: string;
  /** The part after that name with its query, one character per byte. */
  readonly rest: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: AttemptBody | undefined;
}

export interface AttemptBody {
  readonly mediaType: string | undefined;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
  /** Whether the body is sent chunked. */
  readonly isChunked: boolean;
}

/** A description for reproducing it. */
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
