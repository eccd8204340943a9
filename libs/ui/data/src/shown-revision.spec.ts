import { noteRevision, revisionOf } from './shown-revision';

describe('the revision of a reply', () => {
  it('is that of the reply, of its objects and lists, and of the objects in these', () => {
    const body = { group: { group_name: 'a' }, terms: [{ version: 1 }], code: 200, detail: null };
    noteRevision(body, '57');
    for (const object of [body, body.group, body.terms, body.terms[0]]) expect(revisionOf(object)).toBe(57);
    expect(revisionOf({ ...body.group })).toBeUndefined();
    expect(revisionOf(undefined)).toBeUndefined();
  });

  it.each([null, '', 'x', '-1'])('is not known from the header %s', (header) => {
    const body = { group: {} };
    noteRevision(body, header);
    expect(revisionOf(body.group)).toBeUndefined();
  });
});
