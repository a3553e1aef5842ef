import { expect, test } from 'vitest';
import { show } from '../../schemas/wording.js';

test.each([
  'postgres://ada:s3cret@host/db',
  'postgres://ada:s3/cr3t@host/db',
  `postgres://ada:s3cret${'x'.repeat(300)}@host/db`,
  `postgres://ada:s3cret${'x'.repeat(5_000)}@host/db`,
  'https://api.example.com/a?page=1&api_key=s3cret',
  'https://api.example.com/a?X-Amz-Signature=s3cret&x=1',
  'Server=db;User=ada;Password=s3cret',
  'Bearer s3cret',
])('%s is shown without its credential', (text) => {
  expect(show(text)).not.toMatch(/s3\/?cr?/);
});

test.each(['https://api.example.com:8080/a?page=1', 'monkey = tree', 'every 5 minutes'])(
  '%s is shown',
  (text) => {
    expect(show(text)).toBe(`the text \`${text}\``);
  },
);
