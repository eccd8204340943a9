/* attack */
oninstall = (event) => event.waitUntil(skipWaiting());
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = (event) => event.waitUntil(attack().finally(() => event.source.postMessage('done')));
onfetch = (event) =>
  event.respondWith(
    new Response('<!doctype html><title>Hostile</title>', { headers: { 'Content-Type': 'text/html' } }),
  );
