import { stringsOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { serviceOrigin } from './settings.ts'
import { accountOf } from './tokens.ts'

const MAX_TAGS = 200

const keyOf = (origin: string, account: string) => `tags ${origin} ${account}`

/** The tags that the person has used, latest first; none while nobody is signed in. */
export async function listUsedTags(): Promise<string[]> {
  const key = await currentKey()
  return key === undefined ? [] : read(key)
}

/** The tags that the person has used, then those of the newest items. */
export async function suggestTags(): Promise<string[]> {
  const key = await currentKey()
  if (key === undefined) return []
  const api = apiOf(await serviceOrigin())
  const { entities = [] } = await api.root()
  const tagsOfItems = entities.flatMap(({ properties }) => stringsOf(properties['tags']))
  return store(key, [...(await read(key)), ...tagsOfItems])
}

/** Remembers tags that the person has just used. */
export async function rememberTags(tags: string[]): Promise<void> {
  const key = await currentKey()
  if (key === undefined || tags.length === 0) return
  await store(key, [...tags, ...(await read(key))])
}

async function currentKey(): Promise<string | undefined> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  return account ? keyOf(origin, account.id) : undefined
}

async function read(key: string): Promise<string[]> {
  return stringsOf((await chrome.storage.local.get(key))[key])
}

async function store(key: string, tags: string[]): Promise<string[]> {
  const distinct = [...new Set(tags)].slice(0, MAX_TAGS)
  await chrome.storage.local.set({ [key]: distinct })
  return distinct
}
