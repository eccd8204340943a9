// Documents that cost the proxy most, by what they are made of.

export const documents = [
  {
    name: 'wps-chained-bindings',
    description: 'prefixes bound on nested elements',
    serviceType: 'wps',
    method: 'POST',
    query: '',
    contentType: 'text/xml',
    body: (bytes) => {
      const depth = 60;
      const each = Math.floor(bytes / depth / 30);
      let text = '';
      for (let level = 0; level < depth; level += 1) {
        text += `<a${Array.from({ length: Math.min(each, 100) }, (_, n) => ` xmlns:p${level}x${n}="u${n}"`).join('')}>`;
      }
      return text + '</a>'.repeat(depth);
    },
  },
];
