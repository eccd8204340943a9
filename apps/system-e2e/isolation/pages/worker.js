/* attack */
attack().finally(() => postMessage('done'));
