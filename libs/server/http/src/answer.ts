type Headers = readonly (readonly [name: string, value: string])[];

/** A page for people, in place of a reply in the negotiated format. */
export interface Page {
  readonly html: string;
  readonly headers: Headers;
}

/** What a handler returns when there is more to say than content: headers, or another declared success status. */
export class Reply {
  constructor(
    readonly content: object | string | undefined,
    readonly headers: Headers = [],
    readonly status?: number,
    readonly detail?: string,
    /** Media type of a content that is sent as it is. */
    readonly contentType?: string,
  ) {}

  /** Text of an endpoint that is declared `raw`. */
  static raw(text: string, headers: Headers = []): Reply {
    return new Reply(text, headers);
  }

  /** A page for people, of an endpoint that answers programs in the negotiated format. */
  static page({ html, headers }: Page): Reply {
    return new Reply(html, headers, undefined, undefined, HTML_TYPE);
  }
}

export const HTML_TYPE = 'text/html; charset=UTF-8';
