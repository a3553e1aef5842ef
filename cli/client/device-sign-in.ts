import { setTimeout as sleep } from 'node:timers/promises';
import { deviceGrant } from '../../api/oauth/clients/client.js';
import { oauthPaths, serverMetadataPath } from '../../api/oauth/paths.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { Transport } from './rest/transport.js';
import { postForm, requestTokens, type SignIn } from './sign-in.js';

/** Tells whether people can sign in to a server with a browser. */
export async function takesBrowsers(transport: Transport): Promise<boolean> {
  const answer = await transport.send(serverMetadataPath, {
    method: 'GET',
    headers: { accept: 'application/json' },
  });
  await answer.text();
  return answer.ok;
}

/**
 * Signs the person in at this terminal in with a browser on any machine (RFC 8628): prints an address and a code, and waits for the
 * person.
 * @throws Failure when the person refuses, or takes too long
 */
export async function signInWithBrowser(io: Io, transport: Transport): Promise<SignIn> {
  // Asks for all that the person may do, on all of the service; the page lets the person choose less.
  const begun = await postForm(transport, oauthPaths.deviceAuthorization, {});
  const { device_code: code, user_code: userCode, verification_uri_complete: address } = begun;
  let pauseMs = Number(begun['interval'] ?? 5) * 1000;
  if (typeof code !== 'string') {
    const reason = String(begun['error_description'] ?? 'it does not answer as svc does');
    throw new Failure(
      exitCodes.unauthorized,
      `${transport.name} does not let people sign in with a browser: ${reason}`,
      [`Sign in with an API key: \`svc login ${transport.name} --key\`.`],
    );
  }
  io.stderr.write(`Open this address in a browser, and allow the code ${userCode}:\n  ${address}\n`);
  const ended = new AbortController();
  const undo = io.onInterrupt(() => ended.abort());
  try {
    for (;;) {
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => {
        throw new Failure(exitCodes.interrupted, 'Signing in was given up', []);
      });
      const answer = await requestTokens(transport, { grant_type: deviceGrant, device_code: code });
      if ('signIn' in answer) return answer.signIn;
      if (answer.error === 'slow_down') pauseMs += 5_000;
      else if (answer.error !== 'authorization_pending')
        throw new Failure(exitCodes.unauthorized, `Not signed in: ${answer.description}`, [
          'Run `svc login` again.',
        ]);
    }
  } finally {
    undo();
  }
}
