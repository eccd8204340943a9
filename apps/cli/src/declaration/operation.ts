import type { paths } from '@gatehouse/api-client';
import type { Row } from './shown';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation of the API, such as `PATCH /users/{user_name}`. A test finds those that the description does not have. */
export type Operation = `${Method} ${keyof paths & string}`;

/** How a list that the API delivers in pages is read to its end. */
export interface Pages {
  /** Field of the last entry that is sent as `after`. */
  readonly after: string;
  readonly limit: number;
}

/** What a request has besides its operation. Undefined values are left out. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Row;
  readonly body?: Row;
}

/** Sends requests to an API, and returns replies without the fields that all have. */
export interface Sender {
  send(operation: Operation, parts?: RequestParts): Promise<Row>;
  /** Reads the list of a reply to its end. */
  sendAll(operation: Operation, parts: RequestParts, pages: Pages, list: string): Promise<Row>;
}
