import { readCurlCommand } from './curl-command';

const URL = 'http://localhost:2002/ows/proxy/wps';

describe('a curl command', () => {
  it.each([
    [`curl ${URL}`, { method: 'GET', headers: [], body: undefined }],
    [`curl -I ${URL}`, { method: 'HEAD' }],
    [`curl -sSLkXDELETE ${URL} -o /dev/null -w '%{http_code}'`, { method: 'DELETE', headers: [] }],
    [
      `curl --request PUT -H 'Content-Type: text/plain' --data-raw '@x' ${URL}`,
      { method: 'PUT', headers: [['Content-Type', 'text/plain']], body: '@x' },
    ],
    [
      `curl -d a=1 -d 'b=2\n' ${URL}`,
      {
        method: 'POST',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'a=1&b=2\n',
      },
    ],
    [
      `curl --json '{"a":1}' ${URL}`,
      {
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        body: '{"a":1}',
      },
    ],
    [`curl -d x -H 'Content-Type:' ${URL}`, { method: 'POST', headers: [], body: 'x' }],
    [`curl -H 'X-Empty;' ${URL}`, { headers: [['X-Empty', '']] }],
    [
      `curl -A me -e http://r -b a=b ${URL}`,
      {
        headers: [
          ['User-Agent', 'me'],
          ['Referer', 'http://r'],
          ['Cookie', 'a=b'],
        ],
      },
    ],
    [`curl --data-urlencode 'a=b c&d' --data-urlencode '=é' ${URL}`, { body: 'a=b%20c%26d&%C3%A9' }],
  ])('%s is read', (command, expected) => {
    expect(readCurlCommand(command)).toMatchObject({ url: URL, ...expected });
  });

  it('with --get sends its data in the query', () => {
    expect(readCurlCommand(`curl -G -d a=1 --data-urlencode 'b=x y' '${URL}?c=2'`)).toEqual({
      method: 'GET',
      url: `${URL}?c=2&a=1&b=x%20y`,
      headers: [],
      body: undefined,
    });
  });

  it('does not show credentials', () => {
    expect(JSON.stringify(readCurlCommand(`curl -u bob:secret --oauth2-bearer token ${URL}`))).not.toMatch(
      /secret|token/,
    );
  });

  it.each([
    ['wget http://x', 'begin with "curl"'],
    ['curl', 'no URL'],
    [`curl ${URL} ${URL}`, 'several URLs'],
    [`curl -F a=b ${URL}`, 'The option -F is not supported.'],
    [`curl --upload-file a ${URL}`, 'The option --upload-file is not supported.'],
    [`curl -K config ${URL}`, 'The option -K is not supported.'],
    [`curl --constructor ${URL}`, 'The option --constructor is not supported.'],
    [`curl -d @/etc/passwd ${URL}`, 'The option -d reads a file'],
    [`curl -H @headers ${URL}`, 'The option -H reads a file'],
    [`curl --data-urlencode name@file ${URL}`, 'reads a file'],
    [`curl -H broken ${URL}`, 'is not a header'],
    [`curl ${URL} -X`, 'The option -X has no value.'],
    [`curl '${URL}/{a,b}'`, '--globoff'],
    [`curl -d a --json b ${URL}`, 'cannot be combined'],
    [`curl -I -d a ${URL}`, 'cannot be combined'],
    [`curl ${URL}; id`, 'it contains ;'],
  ])('%s is not read', (command, message) => {
    expect(() => readCurlCommand(command)).toThrow(message);
  });
});
