import { html } from 'hono/html'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { allWords } from '../words/words.ts'

export function saverOf(item: Item): Fragment {
  if (!item.savedBy) return html`${allWords.shell.you}`
  return html`<span class="agent"
    >${agentName(item.savedBy.name)} <span class="badge">${allWords.shell.agent}</span></span
  >`
}

export function reasonOf(item: Item): Fragment | undefined {
  if (item.reason === null) return undefined
  return html`<p class="reason">
    <span class="what">${whyWords(item)}</span> <span dir="auto">${item.reason}</span>
  </p>`
}

/** Before the reason: whose words it is in, where they are an agent's. */
export function whyWords({ savedBy }: Item): Fragment | string {
  const { why, whyBy } = allWords.queue.card
  return savedBy ? whyBy(agentName(savedBy.name)) : why
}

export function excerptOf(item: Item): Fragment | undefined {
  if (item.excerpt === null) return undefined
  return html`<p class="excerpt" dir="auto" ${languageOf(item)}>${item.excerpt}</p>`
}

/** The language of the page's own words, where it names one that is well formed. */
export function languageOf({ language }: Item): Fragment {
  const isTag = language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)
  return attributes({ lang: isTag ? language : undefined })
}
