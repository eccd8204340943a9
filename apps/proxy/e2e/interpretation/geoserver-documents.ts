import { type Act, type Reached, beyond } from './acts';
import { type Element, elementsOf, parsedDocument } from './document';
import {
  type NameContext,
  actsOn,
  listed,
  storedQuery,
  typeInDocument,
  typeOfFeature,
  typeOfLoneIdentifier,
  wholeCatalogue,
} from './geoserver-names';
import { layersOfStyle, processNamed } from './geoserver-parameters';
import type { OperationRule } from './geoserver-rules';

/** Executes what an input of a process refers to inside the server: a query of that address, or a document. */
export type Nested = (address: string, body: Element | undefined) => Act[];

/** The effects of an operation with a posted document. */
export function actsByDocument(
  rule: OperationRule,
  document: Element,
  context: NameContext,
  nested: Nested,
): Act[] {
  if (rule.operation === 'beyond') return [beyond(rule.source)];
  const elements = elementsOf(document);
  const reached = readBy(rule, document, elements, context);
  const acts = actsOn(rule.operation, reached, rule.source);
  const calls = elements.some(({ name }) => name === 'Function' || name === 'Transformation');
  if (calls && reached.length > 0)
    acts.push(...actsOn(rule.operation, [{ kind: 'everything' }], 'functions in a document'));
  if (rule.service === 'wps') acts.push(...references(elements, nested));
  return acts;
}

function readBy(
  rule: OperationRule,
  document: Element,
  elements: Element[],
  context: NameContext,
): Reached[] {
  if (rule.operation === 'getmap') return layersOfStyle(document, context);
  if (rule.service === 'wps') return processes(rule, document, context);
  if (rule.operation === 'describefeaturetype') {
    const names = elements.filter(({ name }) => name === 'TypeName');
    if (names.length === 0) return [wholeCatalogue(context)];
    return names.flatMap((element) => typeInDocument(element.text.trim(), element, context));
  }
  if (rule.operation === 'transaction') return changes(elements, context);
  if (rule.readsTypes) return queries(elements, context);
  if (rule.otherwise === 'nothing') return [];
  return [rule.otherwise === 'catalogue' ? wholeCatalogue(context) : { kind: rule.otherwise }];
}

function processes(rule: OperationRule, { children }: Element, context: NameContext): Reached[] {
  const identifiers = children.filter(({ name }) => name === 'Identifier');
  if (identifiers.length === 0 && rule.otherwise === 'service') return [{ kind: 'service' }];
  return identifiers.flatMap(({ text }) => processNamed(text.trim(), context));
}

/** Types of `Query`, `Lock` and stored queries, at any depth. */
function queries(elements: readonly Element[], context: NameContext): Reached[] {
  return elements.flatMap((element) => {
    if (element.name === 'StoredQuery') return storedIn(element, context);
    if (element.name !== 'Query' && element.name !== 'Lock') return [];
    const names = namesOf(element);
    if (names.length > 0) return names.flatMap((name) => typeInDocument(name, element, context));
    return elementsOf(element)
      .filter(({ name }) => name === 'ResourceId' || name === 'FeatureId')
      .map(({ attributes }) => attributes.get('rid') ?? attributes.get('fid') ?? '')
      .flatMap((id) => typeOfLoneIdentifier(id, context));
  });
}

function namesOf({ attributes }: Element): string[] {
  return [...attributes]
    .filter(([name]) => /^typenames?$/i.test(name))
    .flatMap(([, value]) => listed(value, /[\s,()]+/));
}

function storedIn({ attributes, children }: Element, context: NameContext): Reached[] {
  const id = children.find(
    ({ name, attributes: own }) => name === 'Parameter' && own.get('name')?.toLowerCase() === 'id',
  );
  return storedQuery(attributes.get('id') ?? '', id?.text.trim(), context);
}

/** Types that a transaction changes. */
function changes(elements: readonly Element[], context: NameContext): Reached[] {
  return elements.flatMap((element) => {
    if (element.name === 'Update' || element.name === 'Delete')
      return namesOf(element).flatMap((name) => typeInDocument(name, element, context));
    if (element.name === 'Insert') return featuresOf(element).flatMap((one) => typeOfFeature(one, context));
    if (element.name === 'Replace')
      return featuresOf(element)
        .filter(({ name }) => name !== 'Filter')
        .flatMap((one) => typeOfFeature(one, context));
    return [];
  });
}

/** Features, also those in a collection. */
function featuresOf({ children }: Element): Element[] {
  return children.flatMap((child) =>
    /^(?:FeatureCollection|featureMembers?|member)$/.test(child.name) ? featuresOf(child) : [child],
  );
}

/** Inputs of a process that the server executes itself. Source: wps/executor/AbstractInputProvider@000d3ee. */
function references(elements: readonly Element[], nested: Nested): Act[] {
  return elements
    .filter(({ name, attributes }) => name === 'Reference' && attributes.has('href'))
    .flatMap(({ attributes, children }) => {
      const body = children.find(({ name }) => name === 'Body');
      const document = body?.children[0] ?? (body && parsedDocument(body.text));
      return nested(attributes.get('href') ?? '', document);
    });
}
