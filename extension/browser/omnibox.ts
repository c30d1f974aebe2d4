import { findEntryAction } from '../core/entry-action.ts'
import { searchQueue } from '../core/search.ts'
import { describe, type Suggestion, suggestionsFor } from '../core/suggestion.ts'
import { apiOf } from './api-of.ts'
import { message } from './message.ts'
import { rememberedAction, serviceOrigin } from './settings.ts'
import { isConnected } from './tokens.ts'

/** Milliseconds without a key, after which is searched. */
const PAUSE = 150
/** Chromium shows no more. */
const MAX_SUGGESTIONS = '8'

let inputs = 0

/** Searches the queue from the address bar, after the keyword of the manifest. */
export function handleOmnibox(): void {
  // Firefox for Android has no such keywords.
  chrome.omnibox?.onInputChanged.addListener((text, suggest) => void suggestFor(text).then(suggest))
  chrome.omnibox?.onInputEntered.addListener((text, where) => void openEntered(text, where))
}

async function suggestFor(text: string): Promise<Suggestion[]> {
  const input = ++inputs
  const origin = await serviceOrigin()
  if (!(await isConnected(origin))) {
    setDefault(message('signInToSearch'))
    return []
  }
  setDefault(message('searchFor', text))
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
  if (input !== inputs || text.trim() === '') return []
  const api = apiOf(origin)
  const fields = { q: text.trim(), limit: MAX_SUGGESTIONS }
  const found = await searchQueue(api, fields, rememberedAction(origin, 'search')).catch(() => undefined)
  return suggestionsFor(found?.entities ?? [], OMNIBOX_TAKES_XML)
}

function setDefault(text: string): void {
  chrome.omnibox.setDefaultSuggestion({ description: describe(text, OMNIBOX_TAKES_XML) })
}

/** Opens the item that was chosen, or else what a search for the words finds; where nobody is signed in, the options. */
async function openEntered(
  text: string,
  where: `${chrome.omnibox.OnInputEnteredDisposition}`,
): Promise<void> {
  const url = await addressFor(text)
  if (where === 'currentTab') await chrome.tabs.update({ url })
  else await chrome.tabs.create({ url, active: where === 'newForegroundTab' })
}

async function addressFor(text: string): Promise<string> {
  const origin = await serviceOrigin()
  if (!(await isConnected(origin))) return chrome.runtime.getURL('options.html')
  return URL.parse(text)?.origin === origin ? text : resultsFor(text, origin)
}

/** The service's own page with the results. */
async function resultsFor(text: string, origin: string): Promise<string> {
  const api = apiOf(origin)
  const search = await findEntryAction(api, 'search', rememberedAction(origin, 'search')).catch(
    () => undefined,
  )
  if (!search) return origin
  const url = new URL(search.href)
  url.searchParams.set('q', text)
  return url.href
}
