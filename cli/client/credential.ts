import { misuse } from '../contract/failure.js';

/** Checks the form of an API key, so that a cut or mistyped one is not stored. @throws Failure, without the text */
export async function requireApiKey(text: string): Promise<string> {
  const { isWellFormedApiKey } = await import('../../controller/security/identity/index.js');
  if (isWellFormedApiKey(text)) return text;
  throw misuse(
    'This is not an API key: its form or its checksum is wrong',
    'Copy the whole key, from `svc_` to its end. A lost key cannot be shown again: rotate it.',
  );
}
