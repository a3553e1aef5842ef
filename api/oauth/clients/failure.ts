/** The codes of RFC 6749, 7591, 8628 and 8707 that svc answers. */
type FailureCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'slow_down'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A request of a client that is refused as OAuth 2.1 has it: `error` and `error_description`. */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure';

  /** @param message one sentence for the developer of the client, without a secret */
  constructor(
    readonly error: FailureCode,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }

  toBody(): { error: string; error_description: string } {
    // RFC 6749, 5.2: printable ASCII without `"` and `\`.
    const description = this.message.replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "'");
    return { error: this.error, error_description: description };
  }
}
