import { TestBed } from '@angular/core/testing';
import type { ChangedFieldDto } from '@gatehouse/dto';
import { Problem } from '@gatehouse/ui-data';
import { Toasts } from '@gatehouse/ui-kit';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { ChangedMeanwhile } from './changed-meanwhile';
import { ConditionalSave, type FieldValues } from './conditional-save';

const conflict = (field: string, more: Partial<ChangedFieldDto> = {}): ChangedFieldDto => ({
  field,
  current: `their ${field}`,
  concealed: false,
  revision: 61,
  changed_by: 'ada',
  changed_at: '2026-11-23T09:17:05.120Z',
  ...more,
});

const refusal = (...fields: ChangedFieldDto[]) =>
  new Problem(412, 'Changed.', { code: 'changed_meanwhile', body: { changed_fields: fields } });

describe('what a form saves', () => {
  let page: Rendered<ChangedMeanwhile>;
  let saving: ConditionalSave;
  /** What was sent, with the revision. */
  let sent: [FieldValues, number | undefined][];

  beforeEach(async () => {
    page = await render(ChangedMeanwhile);
    saving = TestBed.inject(ConditionalSave);
    sent = [];
  });

  const save = (
    values: FieldValues,
    refusals: Problem[] = [],
    since: (field: string) => number | undefined = () => 57,
  ) =>
    saving.save({ values, since, label: (field) => `Label of ${field}` }, (wanted, ifMatch) => {
      sent.push([wanted, ifMatch]);
      const refused = refusals.shift();
      return refused ? Promise.reject(refused) : Promise.resolve();
    });
  const radio = (text: string): HTMLInputElement => {
    const labels = [...page.element.querySelectorAll('label')];
    const found = labels.find((label) => label.textContent?.includes(text))?.querySelector('input');
    if (!found) throw new Error(`no choice ${text}`);
    return found;
  };
  const choose = async (text: string) => {
    radio(text).click();
    await page.settle();
  };

  it('is sent with the oldest revision at which the editing of one of the fields began', async () => {
    const since = (field: string) => (field === 'a' ? 12 : 15);
    expect(await save({ a: 1, b: 2 }, [], since)).toBe(true);
    expect(sent).toEqual([[{ a: 1, b: 2 }, 12]]);
    await save({ a: 1 }, [], () => undefined);
    expect(sent[1]).toEqual([{ a: 1 }, undefined]);
  });

  it('is shown beside what somebody else has saved, with name and time, and nothing is chosen yet', async () => {
    const saved = save({ description: 'mine' }, [refusal(conflict('description'))]);
    await page.settle();
    expect(page.text).toContain('Label of description');
    expect(page.text).toContain('Changed by ada, ');
    expect(page.text).toMatch(/(Nov 23, 2026|23 Nov 2026)/);
    expect(page.text).toContain('their description');
    expect(page.text).toContain('mine');
    expect(page.element.querySelectorAll('input:checked')).toHaveLength(0);
    await page.button('Keep the selected values').click();
    expect(page.text).toContain('Choose one of the two values.');
    expect(document.activeElement).toBe(radio('Value of ada'));
    await choose('My value');
    await page.button('Keep the selected values').click();
    expect(await saved).toBe(true);
    expect(sent).toEqual([
      [{ description: 'mine' }, 57],
      [{ description: 'mine' }, 61],
    ]);
    expect(page.text).toBe('');
  });

  it('is not sent again for fields of which the other value is kept', async () => {
    const both = refusal(conflict('a'), conflict('b', { revision: 64 }));
    const saved = save({ a: 1, b: 2, c: 3 }, [both]);
    await page.settle();
    const [first, second] = [...page.element.querySelectorAll('fieldset')];
    first?.querySelector<HTMLInputElement>('input[value="theirs"]')?.click();
    second?.querySelector<HTMLInputElement>('input[value="mine"]')?.click();
    await page.settle();
    await page.button('Keep the selected values').click();
    expect(await saved).toBe(true);
    expect(sent[1]).toEqual([{ b: 2, c: 3 }, 64]);
  });

  it('is not sent at all if every other value is kept, and the user is told', async () => {
    const saved = save({ a: 1 }, [refusal(conflict('a'))]);
    await page.settle();
    await choose('Value of ada');
    await page.button('Keep the selected values').click();
    expect(await saved).toBe(false);
    expect(sent).toHaveLength(1);
    expect(
      TestBed.inject(Toasts)
        .shown()
        .map(({ text }) => text),
    ).toEqual(['Nothing was saved: the values of your colleague are kept.']);
  });

  it('conflicts again with a third change, and asks again without the former choice', async () => {
    const third = refusal(conflict('a', { revision: 70, changed_by: 'bo', current: 'third' }));
    const saved = save({ a: 'mine' }, [refusal(conflict('a')), third]);
    await page.settle();
    await choose('My value');
    await page.button('Keep the selected values').click();
    expect(page.text).toContain('Changed by bo, ');
    expect(page.element.querySelectorAll('input:checked')).toHaveLength(0);
    await choose('My value');
    await page.button('Keep the selected values').click();
    expect(await saved).toBe(true);
    expect(sent.map(([, revision]) => revision)).toEqual([57, 61, 70]);
  });

  it('is refused, as by any other error, if the user returns to the form', async () => {
    const refused = refusal(conflict('a'));
    const saved = save({ a: 1 }, [refused]).catch((error: unknown) => error);
    await page.settle();
    await page.button('Back to editing').click();
    expect(await saved).toBe(refused);
    expect(sent).toHaveLength(1);
  });

  it('does not conflict with a change that was shown before the editing of the field began', async () => {
    const since = (field: string) => (field === 'a' ? 12 : 61);
    expect(await save({ a: 1, b: 2 }, [refusal(conflict('b'))], since)).toBe(true);
    expect(sent).toEqual([
      [{ a: 1, b: 2 }, 12],
      [{ a: 1, b: 2 }, 61],
    ]);
  });

  it('shows no secrets, and values that are no texts as their form does', async () => {
    const saved = save({ password: 'canary', flag: true, list: ['a', 'b'], empty: '' }, [
      refusal(
        conflict('password', { current: null, concealed: true, changed_by: null, changed_at: null }),
        conflict('flag', { current: 'false', changed_by: null }),
        conflict('list', { current: '["c"]' }),
        conflict('empty', { current: null }),
      ),
    ]).catch((error: unknown) => error);
    await page.settle();
    expect(page.text).not.toContain('canary');
    expect(page.text).toContain('Changed meanwhile by somebody else');
    const values = [...page.element.querySelectorAll('.value')].map(({ textContent }) => textContent);
    expect(values).toEqual([
      'A new value, which is not shown',
      'What I entered, which is not shown',
      'No',
      'Yes',
      'c',
      'a\nb',
      'Empty',
      'Empty',
    ]);
    await page.button('Back to editing').click();
    expect(await saved).toBeInstanceOf(Problem);
  });

  it('throws other refusals without a question', async () => {
    const refused = new Problem(412, 'Other.', { code: 'permissions_changed_meanwhile' });
    await expect(save({ a: 1 }, [refused])).rejects.toBe(refused);
    expect(page.text).toBe('');
  });
});
