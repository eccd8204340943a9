globalThis.scriptHasRun = true;
