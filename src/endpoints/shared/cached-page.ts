import type { Context } from 'hono'
import type { Fragment } from '../../html/fragment.ts'
import { pathOf } from '../../http/request-path.ts'
import type { SignedIn } from '../../http/visitor.ts'
import { currentLanguage } from '../../text/language.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'

type CachedPage = { visitor: SignedIn; version: number; content: () => Promise<Fragment> }

/**
 * The page of this session at this address, from the cache if possible. It is rendered again once the queue has
 * changed (`version` is its change number), and every minute, since pages show relative times.
 */
export async function cachedPage(
  c: Context,
  { cache, clock }: Services,
  { visitor: { session, timeZone }, version, content }: CachedPage,
): Promise<string> {
  const { hash, email, settings, welcomeStep } = session
  const minute = Math.floor(clock.now() / MINUTE)
  const keyParts = [
    hash,
    version,
    minute,
    pathOf(c),
    email,
    settings,
    welcomeStep,
    timeZone,
    currentLanguage(),
  ]
  const key = `page ${JSON.stringify(keyParts)}`
  const cached = cache.get(key)
  if (typeof cached === 'string') return cached
  const text = String(await content())
  cache.set(key, text)
  return text
}
