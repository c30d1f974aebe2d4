import { type Attempt, authorizationUrl, codeOf, newAttempt } from '../core/authorization.ts'
import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { exchangeCode } from '../core/token-endpoint.ts'
import { savePair } from './tokens.ts'

const ATTEMPT = 'attempt'

/**
 * Signs in to a service: the person approves in a browser window. Runs in the background, since the popup closes
 * when that window opens. Throws `sign_in_failed` if they don't approve.
 */
export async function signIn(origin: string): Promise<void> {
  const metadata = await discover(origin, fetch)
  const attempt = newAttempt(metadata, CLIENT_ID, chrome.identity.getRedirectURL('cb'))
  await chrome.storage.session.set({ [ATTEMPT]: attempt })
  try {
    const callback = await askPerson(await authorizationUrl(metadata, attempt))
    if (!(await isCurrent(attempt))) throw new Failure('wrong_answer')
    const code = codeOf(callback, attempt)
    await savePair(origin, await exchangeCode(metadata, { attempt, code }, fetch))
  } finally {
    if (await isCurrent(attempt)) await chrome.storage.session.remove(ATTEMPT)
  }
}

async function askPerson(url: string): Promise<string> {
  try {
    const callback = await chrome.identity.launchWebAuthFlow({ url, interactive: true })
    if (callback) return callback
  } catch (cause) {
    // Chromium fails alike for a closed window and for a page with a status of 400 and above, such as a denial.
    throw new Failure('sign_in_failed', '', { cause })
  }
  throw new Failure('sign_in_failed')
}

/** Whether no later attempt has replaced this one. */
async function isCurrent({ state }: Attempt): Promise<boolean> {
  const current = (await chrome.storage.session.get(ATTEMPT))[ATTEMPT] as Attempt | undefined
  return current?.state === state
}
