/** How large bodies may be that are taken apart. What has more is unreadable. */
export interface DocumentLimits {
  /** Most elements of a document (`SVC_PROXY_XML_ELEMENTS`). */
  readonly elements: number;
  /** Most attributes of a document, declarations of namespaces included (`SVC_PROXY_XML_ATTRIBUTES`). */
  readonly attributes: number;
  /** The same of one element (`SVC_PROXY_XML_ELEMENT_ATTRIBUTES`). */
  readonly elementAttributes: number;
  /** Most members and items in a JSON text, at all its levels together (`SVC_PROXY_JSON_VALUES`). */
  readonly jsonValues: number;
  /** Most fields of a form (`SVC_PROXY_FORM_FIELDS`). */
  readonly formFields: number;
}
