/** Parameters of addresses that hold a secret, by their names. */
const secretParameter = /^(.*[_-])?(token|key|secret|sig|signature|password|auth|code)$/i;

/** The user or password, and the tokens in the query of an address; none of a text that is no address. */
export function secretsInAddress(text: string): string[] {
  if (!/^[a-z][a-z+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  const inQuery = [...searchParams].flatMap(([name, value]) => (secretParameter.test(name) ? [value] : []));
  // A user alone is a token; beside a password it is a name.
  return [password || username, ...inQuery].filter((secret) => secret !== '').flatMap(asWritten);
}

/** As it is, and as the address has it. */
function asWritten(secret: string): string[] {
  try {
    return [secret, decodeURIComponent(secret)];
  } catch {
    return [secret];
  }
}
