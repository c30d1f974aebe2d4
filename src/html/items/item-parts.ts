import { html } from '../html.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { ownBrowser } from '../parts/own-browser.ts'
import { allMessages } from '../messages/messages.ts'

export function saverOf(item: Item): Fragment {
  if (!item.savedBy || ownBrowser(item.savedBy)) return html`${allMessages.shell.you}`
  return html`<span class="agent"
    >${agentName(item.savedBy.name)} <span class="badge">${allMessages.shell.agent}</span></span
  >`
}

/** Why the agent that saved an item did so. */
export function reasonOf(item: Item): Fragment | undefined {
  if (item.reason === null) return undefined
  return html`<p class="reason">
    <span class="caption">${allMessages.queue.card.reason}</span> <span dir="auto">${item.reason}</span>
  </p>`
}

export function excerptOf(item: Item): Fragment | undefined {
  if (item.excerpt === null) return undefined
  return html`<p class="excerpt" dir="auto" ${languageOf(item)}>${item.excerpt}</p>`
}

/** The `lang` attribute for an item's own text, if its language is known and not that of the page. */
export function languageOf(item: Pick<Item, 'language'>): Fragment {
  const tag = languageTagOf(item)
  return attributes({ lang: tag === allMessages.language ? undefined : tag })
}

/** The item's language, if its tag is well formed. */
export function languageTagOf({ language }: Pick<Item, 'language'>): string | undefined {
  const isTag = language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)
  return isTag ? language : undefined
}
