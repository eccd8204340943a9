import { type InvalidRequest, type XmlElement, isInvalid } from '../service-type';
import { isNamed, textsOf, visit } from './elements';
import { listed } from './names';
import { type Naming, nameIn, nameOfElement } from './qualified-names';

/** Lists in attributes are separated by blanks (WFS 2) or commas (WFS 1). */
const SEPARATORS = /[\s,()]/;

/** What holds features to insert beside the elements that are named after their types. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  'featurecollection',
  'featuremember',
  'featuremembers',
  'member',
]);
const NO_FEATURES: ReadonlySet<string> = new Set(['boundedby', 'filter']);

/** Elements that reach features of any type: the operation decides, not a name. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(['storedquery', 'native', 'getgmlobject']);

/** The feature types in a document: in attributes, in elements of their own, and as names of features to be written. */
export function typesInDocument(
  root: XmlElement,
  naming: Naming,
): { names: readonly string[]; reachesUnnamed: boolean } | InvalidRequest {
  const names: string[] = [];
  let reachesUnnamed = false;
  let invalid: InvalidRequest | undefined;
  visit(root, (element, scope) => {
    for (const [name, value] of element.attributes) {
      if (/^typenames?$/i.test(name)) {
        names.push(...listed(value, SEPARATORS).map((type) => nameIn(scope, type, naming)));
      }
    }
    if (isNamed(element, 'typename') || isNamed(element, 'typenames')) {
      const texts = textsOf([element], 'typenames');
      if (isInvalid(texts)) invalid ??= texts;
      else
        names.push(
          ...texts.flatMap((text) => listed(text, SEPARATORS)).map((type) => nameIn(scope, type, naming)),
        );
    } else if (isNamed(element, 'insert') || isNamed(element, 'replace')) {
      names.push(...writtenIn(element).map((feature) => nameOfElement(feature, naming)));
    } else if (OF_ANY_TYPE.has(element.name.toLowerCase())) reachesUnnamed = true;
  });
  return invalid ?? { names, reachesUnnamed };
}

function writtenIn({ children }: XmlElement): readonly XmlElement[] {
  return children.flatMap((child) => {
    const name = child.name.toLowerCase();
    if (NO_FEATURES.has(name)) return [];
    return COLLECTIONS.has(name) ? writtenIn(child) : [child];
  });
}
