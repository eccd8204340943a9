// Documents that cost the API most, by what they are made of.

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** As many repetitions of what `member` makes as fit into `bytes`, joined by a separator. */
function filled(bytes, member, separator = ',') {
  const members = [];
  let size = 0;
  for (let number = 0; ; number += 1) {
    const text = member(number);
    size += Buffer.byteLength(text) + separator.length;
    if (size > bytes) return members.join(separator);
    members.push(text);
  }
}

export const documents = [
  {
    name: 'json-members',
    description: 'an object of as many members as fit',
    method: 'POST',
    path: '/signin',
    contentType: JSON_TYPE,
    body: (bytes) => `{${filled(bytes - 2, (number) => `"${number.toString(36)}":1`)}}`,
  },
  {
    name: 'form-fields',
    description: 'a form of as many fields as fit',
    method: 'POST',
    path: '/signin',
    contentType: FORM,
    body: (bytes) => filled(bytes, (number) => `${number.toString(36)}=`, '&'),
  },
];
