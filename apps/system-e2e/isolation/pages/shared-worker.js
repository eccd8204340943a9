/* attack */
onconnect = ({ ports: [port] }) => attack().finally(() => port.postMessage('done'));
