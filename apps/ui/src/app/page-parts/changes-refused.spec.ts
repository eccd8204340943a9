import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A start tag of a button, with its attributes. */
const BUTTON = /<button\b(?:[^>"]|"[^"]*")*>/g;

/** What opens a confirmation of a change. */
const ASKS =
  /\((?:click|triggered)\)="(?:ask\w*\(|(?:\w+\.)*(?:deleting|removing|undo|entryToUndo)\.(?:set|emit)\((?!undefined))/;

describe('the pages of the console', () => {
  it('open no confirmation of a change while changes are refused', () => {
    const app = join(__dirname, '..');
    const asking = readdirSync(app, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(html|ts)$/.test(file) && !file.endsWith('.spec.ts'))
      .flatMap((file) => readFileSync(join(app, file), 'utf8').match(BUTTON) ?? [])
      .filter((button) => ASKS.test(button));
    expect(asking.length).toBeGreaterThan(20);
    expect(asking.filter((button) => !/\[changes\]="true"|\bghChange\b/.test(button))).toEqual([]);
  });
});
