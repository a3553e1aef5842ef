import type { AwsAuth } from './aws-schema.js';
import type { SentRequest } from './signature.js';

/** The keys that sign; those of roles have a session token. */
export type AwsKeys = Pick<AwsAuth, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;

/** The scope of a signature. */
interface Scope {
  readonly keys: AwsKeys;
  readonly region: string;
  readonly service: string;
  /** ms since the epoch. */
  readonly now: number;
}

/**
 * Signs a request by Signature Version 4: sets the headers of the time, the session and the signature. Writes the path and the
 * query as signatures expect them (RFC 3986), since the server computes the signature from what it receives.
 */
export async function signAws(request: SentRequest, { keys, region, service, now }: Scope): Promise<void> {
  // Services without such connections run without the library.
  const [{ SignatureV4 }, { Sha256 }] = await Promise.all([
    import('@smithy/signature-v4'),
    import('@smithy/core/checksum'),
  ]);
  const { url, headers, method } = request;
  url.pathname = url.pathname.split('/').map(rewritten).join('/');
  const query = [...url.searchParams];
  url.search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const isS3 = service === 's3' || service === 's3express' || service === 's3-object-lambda';
  if (request.bodySha256 !== undefined) headers.set('x-amz-content-sha256', request.bodySha256);
  for (const name of ['authorization', 'x-amz-date', 'x-amz-security-token']) headers.delete(name);
  const signer = new SignatureV4({
    credentials: keys,
    region,
    service,
    sha256: Sha256,
    uriEscapePath: !isS3,
    applyChecksum: isS3,
  });
  const bag: Record<string, string[]> = Object.create(null);
  for (const [name] of query) bag[name] ??= url.searchParams.getAll(name);
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: bag,
      headers: { ...Object.fromEntries(headers), host: url.host },
      body: request.body ?? undefined,
    },
    { signingDate: new Date(now) },
  );
  for (const [name, value] of Object.entries(signed.headers)) if (name !== 'host') headers.set(name, value);
}

/** Returns a segment of a path with all signs encoded that RFC 3986 reserves. */
function rewritten(segment: string): string {
  try {
    return encoded(decodeURIComponent(segment));
  } catch {
    // A percent sign that begins no code is sent, and signed, as it is.
    return segment;
  }
}

/** Percent-encoding as signatures expect it (RFC 3986, section 2.3). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
