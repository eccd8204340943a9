import type { PermissionName, Requirement, Target } from '@gatehouse/access-engine';
import { type DocumentSchema, type ElementSchema, type Scope, readDocument } from '../grammar/documents';
import type { Interpreted } from '../grammar/interpreted';
import { type Outside, invalid } from '../reading';
import type { XmlElement } from '../request';
import type { NamedProcesses } from './wps-processes';

/** The content of a document, as far as it is read. */
export interface FoundProcesses {
  readonly identifiers: string[];
  /** What requests embedded in inputs need in addition. */
  readonly nested: Requirement[];
  readonly interpreted: Interpreted;
  /** Reads a reference of an input. */
  readonly readReference: (reference: XmlElement, found: FoundProcesses, scope: Scope) => Outside | undefined;
}

type Schema = ElementSchema<FoundProcesses>;

const NAMESPACES: ReadonlySet<string> = new Set([
  'http://www.opengis.net/wps/1.0.0',
  'http://www.opengis.net/wps/2.0',
  'http://www.opengis.net/ows/1.1',
  'http://www.opengis.net/ows/2.0',
]);

const ROOT_ATTRIBUTES = {
  service: true,
  version: true,
  language: true,
  lang: true,
  'xml:lang': true,
  'xsi:schemaLocation': true,
} as const;
const FORMAT = { mimeType: true, encoding: true, schema: true } as const;
const ADDRESS = { 'xlink:href': true, 'xlink:type': true, href: true } as const;

const TEXT: Schema = { attributes: { 'xml:lang': true }, text: true };
const NAMED = { Identifier: TEXT, Title: TEXT, Abstract: TEXT } as const;

/** Data of the caller, which is passed to the process. No server looks for the name of a process in it. */
const OPAQUE = { text: true, others: () => undefined } as const;

const PROCESS: Schema = {
  text: (text, { identifiers }) => {
    identifiers.push(text);
    return undefined;
  },
};

const DATA: Schema = {
  attributes: FORMAT,
  children: {
    ComplexData: { attributes: FORMAT, ...OPAQUE },
    LiteralData: { attributes: { dataType: true, datatype: true, uom: true }, text: true },
    BoundingBoxData: {
      attributes: { crs: true, dimensions: true },
      children: { LowerCorner: TEXT, UpperCorner: TEXT },
    },
  },
  // The data itself in WPS 2.0.
  ...OPAQUE,
};

const REFERENCE: Schema = {
  attributes: { ...FORMAT, ...ADDRESS, method: true },
  children: {
    Header: { attributes: { key: true, value: true } },
    Body: OPAQUE,
    BodyReference: { attributes: ADDRESS },
  },
  enter: (reference, found, scope) => found.readReference(reference, found, scope),
};

const INPUT: Schema = {
  attributes: { id: true },
  children: () => ({ ...NAMED, Data: DATA, Reference: REFERENCE, Input: INPUT }),
};

const OUTPUT: Schema = {
  attributes: { ...FORMAT, uom: true, asReference: true, id: true, transmission: true },
  children: () => ({ ...NAMED, Output: OUTPUT }),
};

const EXECUTE: DocumentSchema<FoundProcesses> = {
  operation: 'Execute',
  namespaces: NAMESPACES,
  root: {
    attributes: { ...ROOT_ATTRIBUTES, mode: true, response: true },
    children: {
      Identifier: PROCESS,
      DataInputs: { children: { Input: INPUT } },
      ResponseForm: {
        children: {
          ResponseDocument: {
            attributes: { storeExecuteResponse: true, lineage: true, status: true },
            children: { Output: OUTPUT },
          },
          RawDataOutput: OUTPUT,
        },
      },
      Input: INPUT,
      Output: OUTPUT,
    },
    // Servers that look for it anywhere take the first that they find.
    enter: ({ children }) =>
      children.some(({ name }) => name === 'Identifier') && children[0]?.name !== 'Identifier'
        ? invalid('body', 'The identifier of the process is not the first element of the document.')
        : undefined,
  },
};

const DESCRIBE_PROCESS: DocumentSchema<FoundProcesses> = {
  operation: 'DescribeProcess',
  namespaces: NAMESPACES,
  root: { attributes: ROOT_ATTRIBUTES, children: { Identifier: PROCESS } },
};

const GET_CAPABILITIES: DocumentSchema<FoundProcesses> = {
  operation: 'GetCapabilities',
  namespaces: NAMESPACES,
  root: {
    attributes: { ...ROOT_ATTRIBUTES, updateSequence: true },
    children: {
      AcceptVersions: { children: { Version: TEXT } },
      Sections: { children: { Section: TEXT } },
      AcceptFormats: { children: { OutputFormat: TEXT } },
      AcceptLanguages: { children: { Language: TEXT } },
    },
  },
};

const DOCUMENTS: ReadonlyMap<string, readonly [PermissionName, DocumentSchema<FoundProcesses>]> = new Map([
  ['Execute', ['execute', EXECUTE]],
  ['DescribeProcess', ['describeprocess', DESCRIBE_PROCESS]],
  ['GetCapabilities', ['getcapabilities', GET_CAPABILITIES]],
]);

/** Reads a document of a processing service; undefined if its root is not an operation that a permission names. */
export function processesInDocument(
  root: XmlElement,
  readReference: FoundProcesses['readReference'],
  interpreted: Interpreted,
): (NamedProcesses & { readonly nested: Target }) | Outside | undefined {
  const document = DOCUMENTS.get(root.name);
  if (!document) return undefined;
  const [permission, schema] = document;
  const found: FoundProcesses = { identifiers: [], nested: [], interpreted, readReference };
  return (
    readDocument(root, schema, found, interpreted) ?? {
      permission,
      identifiers: found.identifiers,
      nested: found.nested,
    }
  );
}

/** Reads an embedded execution of another process, whose processes count with those of the document. */
export function readNestedExecution(root: XmlElement, found: FoundProcesses): Outside | undefined {
  if (root.name !== 'Execute')
    return invalid('body', `An input is computed by ${root.name}, which is not an execution.`);
  const before = found.identifiers.length;
  const problem = readDocument(root, EXECUTE, found, found.interpreted);
  if (problem || found.identifiers.length > before) return problem;
  return invalid('body', 'An input is computed by a process without an identifier.');
}

/** The texts of the direct children that name processes, as one list. */
export function identifiersOf({ children }: XmlElement): string {
  return children
    .filter(({ name }) => name === 'Identifier')
    .map(({ text }) => text)
    .join(',');
}
