import { type Attempt, authorizationUrl, codeOf, newAttempt } from '../core/authorization.ts'
import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { exchangeCode } from '../core/token-endpoint.ts'
import { savePair } from './tokens.ts'

const ATTEMPT = 'attempt'

/**
 * Signs in to a service: the person approves in a window of the browser. Runs in the background, because the
 * popup closes when that window opens. Throws `not_connected` where they do not.
 */
export async function signIn(origin: string): Promise<void> {
  const metadata = await discover(origin, fetch)
  const attempt = newAttempt(metadata, CLIENT_ID, chrome.identity.getRedirectURL('cb'))
  await chrome.storage.session.set({ [ATTEMPT]: attempt })
  try {
    const callback = await askPerson(await authorizationUrl(metadata, attempt))
    if (!(await isCurrent(attempt))) throw new Failure('wrong_answer')
    const code = codeOf(callback, attempt)
    await savePair(origin, await exchangeCode(metadata, attempt, code, fetch))
  } finally {
    if (await isCurrent(attempt)) await chrome.storage.session.remove(ATTEMPT)
  }
}

async function askPerson(url: string): Promise<string> {
  try {
    const callback = await chrome.identity.launchWebAuthFlow({ url, interactive: true })
    if (callback) return callback
  } catch (cause) {
    // Chromium tells a page of status 400 and above (deny is one) and a closed window alike: as a failure.
    throw new Failure('not_connected', '', { cause })
  }
  throw new Failure('not_connected')
}

/** A later attempt takes over: the answer to an earlier one is not used. */
async function isCurrent({ state }: Attempt): Promise<boolean> {
  const kept = (await chrome.storage.session.get(ATTEMPT))[ATTEMPT] as Attempt | undefined
  return kept?.state === state
}
