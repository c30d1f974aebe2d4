import { createApi } from '../core/api.ts'
import { textsOf } from '../core/siren.ts'
import { serviceOrigin } from './settings.ts'
import { accountOf, tokensOf } from './tokens.ts'

const MAX_TAGS = 200

const keyOf = (origin: string, account: string) => `tags ${origin} ${account}`

/** The tags of the newest items and those used before, the latest first. Without the service, those used before. */
export async function suggestedTags(): Promise<string[]> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  if (!account) return []
  const key = keyOf(origin, account.id)
  const known = textsOf((await chrome.storage.local.get(key))[key])
  const queue = await createApi(origin, tokensOf(origin), fetch)
    .entry()
    .catch(() => undefined)
  const used = (queue?.entities ?? []).flatMap(({ properties }) => textsOf(properties['tags']))
  return remember(key, [...known, ...used])
}

/** Remembers tags that the person has just used. */
export async function rememberTags(tags: string[]): Promise<void> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  if (!account || tags.length === 0) return
  const key = keyOf(origin, account.id)
  await remember(key, [...tags, ...textsOf((await chrome.storage.local.get(key))[key])])
}

async function remember(key: string, tags: string[]): Promise<string[]> {
  const distinct = [...new Set(tags)].slice(0, MAX_TAGS)
  await chrome.storage.local.set({ [key]: distinct })
  return distinct
}
