/* attack */
oninstall = (event) => event.waitUntil(skipWaiting());
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = (event) => event.waitUntil(attack().finally(() => event.source.postMessage('done')));
onfetch = (event) => {
  const page = '<!doctype html><title>Hostile</title>';
  if (event.request.mode === 'navigate')
    event.respondWith(new Response(page, { headers: { 'Content-Type': 'text/html' } }));
};
