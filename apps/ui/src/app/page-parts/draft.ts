import { linkedSignal, type WritableSignal } from '@angular/core';

interface Stored {
  readonly id: unknown;
  readonly text: string;
}

/**
 * What a field contains: the stored text of an object, until it is edited; then what was entered, whatever is stored meanwhile.
 *
 * @param id identifies the object: the text of another one replaces what was entered
 */
export function draftOf(id: () => unknown, stored: () => string): WritableSignal<string> {
  return linkedSignal<Stored, string>({
    source: () => ({ id: id(), text: stored() }),
    computation: ({ id, text }, previous) =>
      previous && previous.source.id === id && previous.value !== previous.source.text
        ? previous.value
        : text,
  });
}
