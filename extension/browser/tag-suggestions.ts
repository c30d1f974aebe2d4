import { textsOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { serviceOrigin } from './settings.ts'
import { accountOf } from './tokens.ts'

const MAX_TAGS = 200

const keyOf = (origin: string, account: string) => `tags ${origin} ${account}`

/** The tags that were used before, the latest first; none while nobody is signed in. */
export async function usedTags(): Promise<string[]> {
  const key = await keyInUse()
  return key === undefined ? [] : read(key)
}

/** The tags that were used before, then those of the newest items. */
export async function suggestedTags(): Promise<string[]> {
  const key = await keyInUse()
  if (key === undefined) return []
  const api = apiOf(await serviceOrigin())
  const { entities = [] } = await api.entry()
  const used = entities.flatMap(({ properties }) => textsOf(properties['tags']))
  return remember(key, [...(await read(key)), ...used])
}

/** Remembers tags that the person has just used. */
export async function rememberTags(tags: string[]): Promise<void> {
  const key = await keyInUse()
  if (key === undefined || tags.length === 0) return
  await remember(key, [...tags, ...(await read(key))])
}

async function keyInUse(): Promise<string | undefined> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  return account ? keyOf(origin, account.id) : undefined
}

async function read(key: string): Promise<string[]> {
  return textsOf((await chrome.storage.local.get(key))[key])
}

async function remember(key: string, tags: string[]): Promise<string[]> {
  const distinct = [...new Set(tags)].slice(0, MAX_TAGS)
  await chrome.storage.local.set({ [key]: distinct })
  return distinct
}
