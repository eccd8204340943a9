// Sends one request as the API does, and prints the status and the body, or the error:
//   node run-main.cjs apps/api/e2e/harness/send-once.ts <URL of the proxy> <URL>
import { OutgoingHttp } from '../../../../libs/server/outgoing/src/index';

const [proxy, url = ''] = process.argv.slice(3);
const rules = { outgoingAllowed: [], outgoingProxy: proxy };
// Every name has a public address here: none is looked up.
const resolve = async () => [{ address: '8.8.8.8', family: 4 }];
const http = new OutgoingHttp(rules, { timeoutMs: 10_000, bodyBytes: 1_000 }, resolve);

http
  .send({ method: 'GET', url, headers: {} })
  .then(
    ({ status, body }) => process.stdout.write(`${status} ${body}`),
    (error: Error) => process.stdout.write(`${error.name}: ${error.message}`),
  )
  .finally(() => http.close());
