import { Failure } from '../failure.ts'

/** What a browser's passkey answered, and the challenge that it says it answers. Throws `malformed`. */
export function readCredential<Response extends { id: string; response: { clientDataJSON: string } }>(
  text: string,
): { response: Response; challenge: string } {
  try {
    const response = JSON.parse(text) as Response
    const told = Buffer.from(response.response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(told) as { challenge: unknown }
    if (typeof response.id !== 'string' || typeof challenge !== 'string')
      throw new TypeError('Not a credential')
    return { response, challenge }
  } catch (cause) {
    throw new Failure('malformed', 'What the browser sent is no passkey.', { cause })
  }
}
