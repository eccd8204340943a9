import { signal } from '@angular/core';
import { draftOf } from './draft';

describe('a draft', () => {
  const stored = signal({ id: 1, name: 'ocean' });
  const draft = draftOf(
    () => stored().id,
    () => stored().name,
  );

  beforeEach(() => {
    stored.set({ id: 0, name: '' });
    stored.set({ id: 1, name: 'ocean' });
    draft();
  });

  it('follows what is stored until it is edited', () => {
    stored.set({ id: 1, name: 'sea' });
    expect(draft()).toBe('sea');
    draft.set('lake');
    stored.set({ id: 1, name: 'river' });
    expect(draft()).toBe('lake');
  });

  it('follows again what is stored once that is what was entered', () => {
    draft.set('lake');
    stored.set({ id: 1, name: 'lake' });
    expect(draft()).toBe('lake');
    stored.set({ id: 1, name: 'river' });
    expect(draft()).toBe('river');
  });

  it('is not kept for another object', () => {
    draft.set('lake');
    stored.set({ id: 2, name: 'land' });
    expect(draft()).toBe('land');
  });
});
