import { Failure } from '../failure.ts'

/** Parses the JSON of a WebAuthn credential and the challenge in its client data. Throws `malformed`. */
export function parseCredential<Credential extends { id: string; response: { clientDataJSON: string } }>(
  text: string,
): { credential: Credential; challenge: string } {
  try {
    const credential = JSON.parse(text) as Credential
    const clientData = Buffer.from(credential.response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(clientData) as { challenge: unknown }
    if (typeof credential.id !== 'string' || typeof challenge !== 'string')
      throw new TypeError('Not a credential')
    return { credential, challenge }
  } catch (cause) {
    throw new Failure('malformed', 'The browser did not send a valid passkey.', { cause })
  }
}
