import { createEnvironmentInjector, EnvironmentInjector, inject, Injectable } from '@angular/core';
import {
  provideTransloco,
  provideTranslocoTranspiler,
  TranslocoService,
  type TranslocoTranspiler,
  type TranspileParams,
} from '@jsverse/transloco';
import type { ConsoleTexts, Translate } from './console-texts';
import { LanguageChoice } from './language-choice';

/** Fills in parameters once: braces in a value, such as a name, are not parameters. */
class OncePerText implements TranslocoTranspiler {
  transpile({ value, params = {} }: TranspileParams): unknown {
    if (typeof value !== 'string') return value;
    return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  }
}

type Parameters = Readonly<Record<string, string | number>>;

/**
 * The texts of the console, in Transloco: each area adds its own when its first component is created (`translations`).
 * The pages that need no session have separate catalogues (`texts` in `language.ts`), which cost them no library; see
 * docs/adr.
 */
@Injectable({ providedIn: 'root' })
export class Translations {
  private readonly choice = inject(LanguageChoice);
  private readonly added = new Set<string>();
  private readonly transloco = createEnvironmentInjector(
    [
      TranslocoService,
      provideTransloco({
        config: {
          availableLangs: ['en', 'fr'],
          defaultLang: 'en',
          missingHandler: { logMissingKey: false },
        },
      }),
      provideTranslocoTranspiler(OncePerText),
    ],
    inject(EnvironmentInjector),
  ).get(TranslocoService);

  add({ scope, catalogues }: ConsoleTexts<unknown>): void {
    if (this.added.has(scope)) return;
    this.added.add(scope);
    for (const [language, texts] of Object.entries(catalogues))
      this.transloco.setTranslation({ [scope]: texts }, language, { emitChange: false });
  }

  text(key: string, parameters: Parameters = {}): string {
    const { language, locale } = this.choice.locale();
    const written = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value,
      ]),
    );
    const { count } = parameters;
    const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : '';
    const plural = form && `${key}.${form === 'one' ? 'one' : 'other'}`;
    const whole = plural && plural in this.transloco.getTranslation(language) ? plural : key;
    const text = this.transloco.translate<string>(whole, written, language);
    if (text === whole) throw new Error(`There is no text ${whole} in ${language}.`);
    return text;
  }
}

/** The texts of an area; call it where `inject` may be called. */
export function translations<T>(texts: ConsoleTexts<T>): Translate<T> {
  const all = inject(Translations);
  all.add(texts);
  return (key, ...[parameters]) => all.text(`${texts.scope}.${key}`, parameters as Parameters | undefined);
}
