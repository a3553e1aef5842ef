import { expect, test } from 'vitest';
import { getAuthor } from '../../../controller/writes/index.js';

test.each([
  ['user:ada', 'ada', 'ada@example.com'],
  ['oidc:ada', 'ada (oidc)', 'oidc+ada@example.com'],
  ['oidc:Ada%20Lovelace', 'Ada Lovelace (oidc)', 'oidc+Ada-20Lovelace@example.com'],
  ['oidc:Jürgen', 'Jürgen (oidc)', 'oidc+J-rgen@example.com'],
  ['oidc:a%3Cb%3E%0A', 'a-b-- (oidc)', 'oidc+a-3Cb-3E-0A@example.com'],
  ['oidc:%E2%80%90%zz', '%E2%80%90%zz (oidc)', 'oidc+-E2-80-90-zz@example.com'],
])('a commit of %s has an author that people can read and Git takes', (principal, name, email) => {
  expect(getAuthor(principal, 'example.com')).toEqual({ name, email });
});
