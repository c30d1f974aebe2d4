import { findRootAction } from '../core/root-action.ts'
import { searchQueue } from '../core/search.ts'
import { formatDescription, type Suggestion, suggestionsFor } from '../core/suggestion.ts'
import { apiOf } from './api-of.ts'
import { message } from './message.ts'
import { actionCache, serviceOrigin } from './settings.ts'
import { isSignedIn } from './tokens.ts'

/** How long the person must stop typing before the extension searches. */
const DEBOUNCE_MS = 150
/** Chromium shows no more. */
const MAX_SUGGESTIONS = '8'

/** Counts inputs, so that only the latest one is searched for. */
let lastInput = 0

/** Searches the queue from the address bar, after the keyword in the manifest. */
export function handleOmnibox(): void {
  // Firefox for Android has no `omnibox`.
  chrome.omnibox?.onInputChanged.addListener((text, suggest) => void suggestFor(text).then(suggest))
  chrome.omnibox?.onInputEntered.addListener((text, where) => void openAddressFor(text, where))
}

async function suggestFor(text: string): Promise<Suggestion[]> {
  const input = ++lastInput
  const origin = await serviceOrigin()
  if (!(await isSignedIn(origin))) {
    setDefault(message('signInToSearch'))
    return []
  }
  setDefault(message('searchFor', text))
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  if (input !== lastInput || text.trim() === '') return []
  const api = apiOf(origin)
  const fields = { q: text.trim(), limit: MAX_SUGGESTIONS }
  const found = await searchQueue(api, fields, actionCache(origin, 'search')).catch(() => undefined)
  return suggestionsFor(found?.entities ?? [], OMNIBOX_TAKES_XML)
}

function setDefault(text: string): void {
  chrome.omnibox.setDefaultSuggestion({ description: formatDescription(text, OMNIBOX_TAKES_XML) })
}

/** Opens the chosen item, else the results of a search for the text, or the options page if nobody is signed in. */
async function openAddressFor(
  text: string,
  where: `${chrome.omnibox.OnInputEnteredDisposition}`,
): Promise<void> {
  const url = await addressFor(text)
  if (where === 'currentTab') await chrome.tabs.update({ url })
  else await chrome.tabs.create({ url, active: where === 'newForegroundTab' })
}

async function addressFor(text: string): Promise<string> {
  const origin = await serviceOrigin()
  if (!(await isSignedIn(origin))) return chrome.runtime.getURL('options.html')
  return URL.parse(text)?.origin === origin ? text : resultsPageFor(text, origin)
}

/** The address of the service's page of results, or of the service if that can't be found out. */
async function resultsPageFor(text: string, origin: string): Promise<string> {
  const api = apiOf(origin)
  const search = await findRootAction(api, 'search', actionCache(origin, 'search')).catch(() => undefined)
  if (!search) return origin
  const url = new URL(search.href)
  url.searchParams.set('q', text)
  return url.href
}
