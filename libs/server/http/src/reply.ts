type Headers = readonly (readonly [name: string, value: string])[];

/** An HTML page instead of a reply in the negotiated format. */
export interface Page {
  readonly html: string;
  readonly headers: Headers;
}

/** Result of a handler that sets headers or another declared success status in addition to content. */
export class Reply {
  constructor(
    readonly content: object | string | undefined,
    readonly headers: Headers = [],
    readonly status?: number,
    readonly detail?: string,
    /** Media type of content that is sent unchanged. */
    readonly contentType?: string,
  ) {}

  /** Text of an endpoint that is declared `raw`. */
  static raw(text: string, headers: Headers = []): Reply {
    return new Reply(text, headers);
  }

  /** An HTML page, of an endpoint that replies to programs in the negotiated format. */
  static page({ html, headers }: Page): Reply {
    return new Reply(html, headers, undefined, undefined, HTML_TYPE);
  }
}

export const HTML_TYPE = 'text/html; charset=UTF-8';
