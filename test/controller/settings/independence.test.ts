import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';
import { schema } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-settings-')));
execFileSync('git', ['init', '-q', dir]);
afterAll(() => rmSync(dir, { recursive: true }));

function load(text?: string): JsonObject {
  const file = join(dir, 'svc.yaml');
  rmSync(file, { force: true });
  if (text !== undefined) writeFileSync(file, text);
  const { layers: _, ...settings } = loadSettings({ dir, env: {} });
  return structuredClone(settings) as unknown as JsonObject;
}

/** The keys of all sections, with a valid value for each: its default, an example, or the first of its choices. */
function keys(): [string, string, Json][] {
  const { properties } = schema('settings') as { properties: Record<string, JsonObject> };
  return Object.entries(properties).flatMap(([section, { properties: fields }]) =>
    Object.entries((fields ?? {}) as Record<string, JsonObject>).flatMap(([key, field]) => {
      const { default: usual, examples, type } = field;
      const value = type === 'boolean' ? usual !== true : ((examples as Json[] | undefined)?.[0] ?? usual);
      return value === undefined ? [] : [[section, key, value] as [string, string, Json]];
    }),
  );
}

const receivers = new Set(['Connection', 'Webhook', 'Mail']);

/** Keys that state together where the entity files come from. */
const origin = new Set(['Enabled', 'Remote', 'Directory']);

describe('a settings file in a served work tree', () => {
  const without = load();

  test('that is empty changes nothing', () => {
    expect(load('')).toEqual(without);
  });

  test.each(keys())('with %s.%s alone changes no other setting', (section, key, value) => {
    // The section is refused without a receiver.
    const needed = section === 'Notify' && !receivers.has(key) ? { Webhook: { Url: 'https://a.test' } } : {};
    const settings = load(JSON.stringify({ [section]: { ...needed, [key]: value } }));
    const without_ = structuredClone(without);
    Object.assign(without_[section] as JsonObject, needed);
    for (const found of [settings, without_]) {
      const of = found[section] as JsonObject;
      delete of[key];
      if (section === 'Git' && origin.has(key)) for (const other of origin) delete of[other];
    }
    expect(settings).toEqual(without_);
  });
});
