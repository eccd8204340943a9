import { createServer } from 'node:net';
import { Failure } from './checkout.mjs';
import { valuesOf } from './configuration.mjs';

/**
 * Makes sure that a port can be listened on, so that a conflict is reported before anything is started.
 *
 * @param {string} host
 * @param {number} port 0 for any
 * @param {string} setting the setting to change
 * @returns {Promise<number>} the port, a free one for 0
 */
export async function claimPort(host, port, setting) {
  const server = createServer();
  try {
    return await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  } catch (error) {
    throw new Failure(problem(/** @type {NodeJS.ErrnoException} */ (error), host, port, setting));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * The same for the ports of API and proxy, as far as they are known before the settings can be read completely: values that are
 * malformed are reported with all other problems.
 *
 * @param {import('./configuration.mjs').Environment} environment
 */
export async function claimPorts(environment) {
  const settingOf = valuesOf(environment);
  const host = settingOf('SVC_LISTEN_HOST') ?? '127.0.0.1';
  for (const [setting, fallback] of Object.entries({ SVC_PORT: '2001', SVC_PROXY_PORT: '2002' })) {
    const port = Number(settingOf(setting) ?? fallback);
    if (Number.isInteger(port) && port > 0 && port <= 65_535) await claimPort(host, port, setting);
  }
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 * @param {string} setting
 */
function problem({ code, message }, host, port, setting) {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop that one, or set ${setting} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} is not open to this account. Set ${setting} to another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Set SVC_LISTEN_HOST to one that is.`;
  return `Port ${port} on ${host} cannot be used: ${message}`;
}
