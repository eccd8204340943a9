import Handlebars from 'handlebars';
import type { MailLocale } from './mail';
import type { Part } from './template-source';

/** Helpers of templates. */
export const HELPERS: Readonly<Record<string, { readonly isBlock: boolean }>> = {
  if: { isBlock: true },
  unless: { isBlock: true },
  duration: { isBlock: false },
  lines: { isBlock: false },
};

export type Render = (context: Readonly<Record<string, unknown>>) => string;

/** Handlebars for one part in one language: unknown variables are errors, and nothing is reached through prototypes. */
export class TemplateLanguage {
  private readonly environment = Handlebars.create();
  private readonly isHtml: boolean;

  constructor(part: Part, locale: MailLocale, partials: Readonly<Record<string, string>>) {
    this.isHtml = part === 'html';
    // A missing mail text must not be filled by something that the library registers on its own.
    for (const name of ['each', 'with', 'log', 'lookup']) this.environment.unregisterHelper(name);
    this.environment.registerHelper('duration', (seconds: unknown) => durationOf(Number(seconds), locale));
    this.environment.registerHelper('lines', (value: unknown) => this.lines(String(value)));
    this.environment.registerPartial({ ...partials });
  }

  /** Compiles a template; values are escaped in HTML, and plain elsewhere. Syntax errors are thrown when it is rendered. */
  compile(source: string): Render {
    const render = this.environment.compile(source, {
      strict: true,
      noEscape: !this.isHtml,
      preventIndent: true,
      knownHelpersOnly: true,
      knownHelpers: {
        if: true,
        unless: true,
        each: false,
        with: false,
        log: false,
        lookup: false,
        ...CUSTOM,
      },
    });
    return (context) =>
      render(context, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false });
  }

  /** Text whose line breaks remain visible in HTML; without `white-space`, which some mail programs ignore. */
  private lines(value: string): string | Handlebars.SafeString {
    if (!this.isHtml) return value;
    return new Handlebars.SafeString(Handlebars.escapeExpression(value).replace(/\r\n|\r|\n/g, '<br>'));
  }
}

const CUSTOM = { duration: true, lines: true };

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * A number of seconds in words, such as "24 hours", rounded down to the largest unit of which there
 * are two or more, or exactly one.
 */
function durationOf(seconds: number, locale: MailLocale): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size || seconds === size) ?? ['second', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / length),
  );
}
