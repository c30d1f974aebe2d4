import {
  type AuthorizationRequest,
  authorizationUrl,
  codeOf,
  newAuthorizationRequest,
} from '../core/authorization.ts'
import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { exchangeCode } from '../core/token-endpoint.ts'
import { saveTokens } from './tokens.ts'

/** The key in session storage of the latest authorization request. */
const REQUEST_KEY = 'attempt'

/**
 * Signs in to a service: the person approves in a browser window. Runs in the background, since the popup closes
 * when that window opens. Throws `sign_in_failed` if they don't approve, `wrong_answer` if the response belongs to another
 * request, and the failures of `discover` and of the token endpoint.
 */
export async function signIn(origin: string): Promise<void> {
  const metadata = await discover(origin, fetch)
  const request = newAuthorizationRequest(metadata, CLIENT_ID, chrome.identity.getRedirectURL('cb'))
  await chrome.storage.session.set({ [REQUEST_KEY]: request })
  try {
    const callback = await runAuthorizationFlow(await authorizationUrl(metadata, request))
    if (!(await isCurrent(request))) throw new Failure('wrong_answer')
    const code = codeOf(callback, request)
    await saveTokens(origin, await exchangeCode(metadata, { authorizationRequest: request, code }, fetch))
  } finally {
    if (await isCurrent(request)) await chrome.storage.session.remove(REQUEST_KEY)
  }
}

async function runAuthorizationFlow(url: string): Promise<string> {
  try {
    const callback = await chrome.identity.launchWebAuthFlow({ url, interactive: true })
    if (callback) return callback
  } catch (cause) {
    // Chromium gives the same error for a closed window and for a page with a status of 400 or above, such as a denial.
    throw new Failure('sign_in_failed', '', { cause })
  }
  throw new Failure('sign_in_failed')
}

/** Whether no later request has replaced this one. */
async function isCurrent({ state }: AuthorizationRequest): Promise<boolean> {
  const current = (await chrome.storage.session.get(REQUEST_KEY))[REQUEST_KEY] as
    AuthorizationRequest | undefined
  return current?.state === state
}
