import type { TokenSource } from '../core/api.ts'
import { discover } from '../core/discovery.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { type Account, refreshTokens, revokeToken, type TokenResponse } from '../core/token-endpoint.ts'

/** How long before its expiry an access token is renewed, so that it doesn't expire in flight. */
const RENEWAL_MARGIN_MS = 30_000

/** `renewAt` is in milliseconds since 1970. */
type StoredAccessToken = { token: string; renewAt: number }

const accessTokenKey = (origin: string) => `access ${origin}`
const refreshTokenKey = (origin: string) => `refresh ${origin}`
const accountKey = (origin: string) => `account ${origin}`

/**
 * The tokens of one service: the access token in session storage, the refresh token on disk. A lock makes concurrent
 * renewals one request.
 */
export function tokensOf(origin: string): TokenSource {
  async function renew(rejected: string | undefined): Promise<string> {
    return withLock(origin, async () => {
      const stored = await readAccessToken(origin)
      if (stored && stored.token !== rejected && isUsable(stored)) return stored.token
      const refreshToken = await readRefreshToken(origin)
      if (refreshToken === undefined) throw new Failure('signed_out')
      try {
        const metadata = await discover(origin, fetch)
        const response = await refreshTokens(metadata, { clientId: CLIENT_ID, refreshToken }, fetch)
        await writeTokens(origin, response)
        return response.accessToken
      } catch (error) {
        // Only the service's refusal signs out, never a network failure.
        if (asFailure(error).code === 'signed_out') await forgetTokens(origin)
        throw error
      }
    })
  }
  return {
    async accessToken() {
      const stored = await readAccessToken(origin)
      return stored && isUsable(stored) ? stored.token : renew(stored?.token)
    },
    renew,
  }
}

export function saveTokens(origin: string, response: TokenResponse): Promise<void> {
  return withLock(origin, () => writeTokens(origin, response))
}

export async function isSignedIn(origin: string): Promise<boolean> {
  return (await readRefreshToken(origin)) !== undefined
}

/** The account that is signed in to a service, or that was until the service revoked its tokens. */
export async function accountOf(origin: string): Promise<Account | null> {
  const values = await chrome.storage.local.get(accountKey(origin))
  return (values[accountKey(origin)] as Account | undefined) ?? null
}

/** Forgets the tokens of a service and revokes them; false if the service could not be reached or did not revoke them. */
export function revokeTokens(origin: string): Promise<boolean> {
  return withLock(origin, async () => {
    const refreshToken = await readRefreshToken(origin)
    await forgetTokens(origin)
    await chrome.storage.local.remove(accountKey(origin))
    if (refreshToken === undefined) return true
    try {
      await revokeToken(await discover(origin, fetch), refreshToken, fetch)
      return true
    } catch {
      return false
    }
  })
}

function withLock<T>(origin: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`tokens ${origin}`, work) as Promise<T>
}

function isUsable({ renewAt }: StoredAccessToken): boolean {
  return Date.now() < renewAt
}

async function readAccessToken(origin: string): Promise<StoredAccessToken | undefined> {
  const values = await chrome.storage.session.get(accessTokenKey(origin))
  return values[accessTokenKey(origin)] as StoredAccessToken | undefined
}

async function readRefreshToken(origin: string): Promise<string | undefined> {
  const values = await chrome.storage.local.get(refreshTokenKey(origin))
  return values[refreshTokenKey(origin)] as string | undefined
}

async function writeTokens(
  origin: string,
  { accessToken, refreshToken, expiresInMs, account }: TokenResponse,
): Promise<void> {
  if (account) await chrome.storage.local.set({ [accountKey(origin)]: account })
  if (refreshToken !== undefined) await chrome.storage.local.set({ [refreshTokenKey(origin)]: refreshToken })
  const stored: StoredAccessToken = {
    token: accessToken,
    renewAt: Date.now() + expiresInMs - Math.min(RENEWAL_MARGIN_MS, expiresInMs / 2),
  }
  await chrome.storage.session.set({ [accessTokenKey(origin)]: stored })
}

async function forgetTokens(origin: string): Promise<void> {
  await chrome.storage.local.remove(refreshTokenKey(origin))
  await chrome.storage.session.remove(accessTokenKey(origin))
}
