import type { Tokens } from '../core/api.ts'
import { discover } from '../core/discovery.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { type Account, type Pair, refreshPair, revokeToken } from '../core/token-endpoint.ts'

/** Milliseconds before its end that a token is renewed, since clocks differ. */
const RENEW_EARLY = 30_000

type Access = { token: string; expiresAt: number }

const accessKey = (origin: string) => `access ${origin}`
const refreshKey = (origin: string) => `refresh ${origin}`
const accountKey = (origin: string) => `account ${origin}`

/**
 * The tokens of one service: the access token in session storage, the refresh token on disk. A lock makes concurrent
 * renewals one request.
 */
export function tokensOf(origin: string): Tokens {
  async function renew(stale: string | undefined): Promise<string> {
    return withLock(origin, async () => {
      const access = await readAccess(origin)
      if (access && access.token !== stale && isFresh(access)) return access.token
      const refresh = await readRefresh(origin)
      if (refresh === undefined) throw new Failure('signed_out')
      try {
        const pair = await refreshPair(await discover(origin, fetch), { clientId: CLIENT_ID, refresh }, fetch)
        await writePair(origin, pair)
        return pair.access
      } catch (error) {
        // Only the service's refusal signs out, never a network failure.
        if (asFailure(error).code === 'signed_out') await forget(origin)
        throw error
      }
    })
  }
  return {
    async access() {
      const access = await readAccess(origin)
      return access && isFresh(access) ? access.token : renew(access?.token)
    },
    renew,
  }
}

export function savePair(origin: string, pair: Pair): Promise<void> {
  return withLock(origin, () => writePair(origin, pair))
}

export async function isConnected(origin: string): Promise<boolean> {
  return (await readRefresh(origin)) !== undefined
}

/** Who is signed in to a service, or was until the service ended that. */
export async function accountOf(origin: string): Promise<Account | null> {
  const kept = await chrome.storage.local.get(accountKey(origin))
  return (kept[accountKey(origin)] as Account | undefined) ?? null
}

/** Forgets the tokens of a service and revokes them; false if it could not be reached. */
export function dropTokens(origin: string): Promise<boolean> {
  return withLock(origin, async () => {
    const refresh = await readRefresh(origin)
    await forget(origin)
    await chrome.storage.local.remove(accountKey(origin))
    if (refresh === undefined) return true
    try {
      await revokeToken(await discover(origin, fetch), refresh, fetch)
      return true
    } catch {
      return false
    }
  })
}

function withLock<T>(origin: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`tokens ${origin}`, work) as Promise<T>
}

function isFresh({ expiresAt }: Access): boolean {
  return Date.now() < expiresAt
}

async function readAccess(origin: string): Promise<Access | undefined> {
  const kept = await chrome.storage.session.get(accessKey(origin))
  return kept[accessKey(origin)] as Access | undefined
}

async function readRefresh(origin: string): Promise<string | undefined> {
  const kept = await chrome.storage.local.get(refreshKey(origin))
  return kept[refreshKey(origin)] as string | undefined
}

async function writePair(origin: string, { access, refresh, lifetime, account }: Pair): Promise<void> {
  if (account) await chrome.storage.local.set({ [accountKey(origin)]: account })
  if (refresh !== undefined) await chrome.storage.local.set({ [refreshKey(origin)]: refresh })
  const expiresAt = Date.now() + lifetime - Math.min(RENEW_EARLY, lifetime / 2)
  await chrome.storage.session.set({ [accessKey(origin)]: { token: access, expiresAt } satisfies Access })
}

async function forget(origin: string): Promise<void> {
  await chrome.storage.local.remove(refreshKey(origin))
  await chrome.storage.session.remove(accessKey(origin))
}
