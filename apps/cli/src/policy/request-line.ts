/** Method and target of a request as an expectation writes it; the method is GET where there is none. */
export function requestLine(text: string): { readonly method: string; readonly target: string } {
  const [, method = 'GET', target = text] = /^([A-Za-z]+)\s+(\S.*)$/s.exec(text.trim()) ?? [];
  return { method: method.toUpperCase(), target };
}
