import { invalidField } from '../failure.ts'

const MAX_LENGTH = 1000

/**
 * Parses the address of a server as typed by a person: without a trailing slash, with `https` if the scheme is
 * missing. Throws `invalid_input`.
 */
export function parseRemoteAddress(text: string): string {
  const typed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  if (typed === '' || typed.length > MAX_LENGTH || !isWeb) {
    throw invalidField('address', 'Enter the full web address of the server, like https://links.example.org')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('address', 'Enter the address without a user name or password.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
