/* attack */
oninstall = (event) => event.waitUntil(Promise.all([skipWaiting(), attack()]));
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) =>
  event.respondWith(
    new Response('<!doctype html><title>Hostile</title>', { headers: { 'Content-Type': 'text/html' } }),
  );
