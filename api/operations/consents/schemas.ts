import { choice, described, flag, getAnswer, moment, text, textOrNull, texts } from '../shared/schemas.js';

export const consentShape = getAnswer(
  { title: 'Consent', description: 'The consent of a person that a connection uses an API.' },
  {
    status: described(
      choice({
        none: 'It was never given, or it is revoked.',
        given: 'It was given.',
        ended: 'The authority does not take it any more: a person has to consent again.',
      }),
      'The state of the consent.',
    ),
    secret: described(text, 'The path of the secret that has the refresh token, or will have it.'),
    givenBy: described(
      textOrNull,
      'The principal who has consented; null for a refresh token that was written by hand.',
    ),
    givenAt: described(textOrNull, 'The time of the consent (RFC 3339).'),
    scopes: described(texts, 'The scopes that were asked for.'),
    grantedScopes: described(textOrNull, 'The scopes as the authority has answered; null where it has not.'),
    endedAt: described(textOrNull, 'The time at which the authority refused the consent (RFC 3339).'),
    endedReason: described(textOrNull, 'The reason of the authority.'),
  },
);

export const begunShape = getAnswer(
  { title: 'BegunConsent', description: 'A consent that a person is to give.' },
  {
    address: described(
      text,
      'The address that the person opens in the browser that is signed in at the console.',
    ),
    path: described(text, 'The path of the address, below that of the service.'),
    redirectUri: described(
      text,
      'The address to register as the redirect address of the client at the authority.',
    ),
    secret: described(text, 'The path of the secret that will have the refresh token.'),
    expiresAt: described(moment, 'The time until which the consent can be completed.'),
  },
);

export const revokedShape = getAnswer(
  { title: 'RevokedConsent', description: 'The end of a consent.' },
  {
    revoked: described(flag, 'False where there was no consent.'),
    atAuthority: described(
      flag,
      'Whether the authority has revoked it too; false for a connection without `revocationUrl`.',
    ),
  },
);
