/** Deepest nesting of a JSON body; beyond it validation itself would run out of stack. Spec: decisions 4. */
export const MAX_DEPTH = 64;

/** Whether a JSON text nests deeper than allowed. A scan without recursion, made before anything parses the text. */
export function nestsTooDeep(json: string, limit = MAX_DEPTH): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (inText) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inText = false;
    } else if (character === 0x22) inText = true;
    else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return false;
}
