import {
  type ContentPage,
  contentPage,
  framed,
  framedContent,
  pageOfPosition,
  TOKEN_LENGTH,
} from '../../mcp/content.ts'
import { findPassages, type Found, type Passage, passageLink } from '../../mcp/find.ts'
import { itemText, sourceText } from '../../mcp/item.ts'
import { CONTENT_ARGUMENTS, fetchTool, getItemContentTool } from '../../mcp/read-only-tools.ts'
import { toolResult } from '../../mcp/result.ts'
import { findArticle } from '../../queue/content/article.ts'
import { recordContentAccess } from '../../queue/history/content-access.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { Failure, invalidField } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { noContent } from '../shared/content.ts'
import { INJECTION_WARNING, warnOfPromptInjection } from './warn-of-prompt-injection.ts'
import { type McpCall, namedItem, type RunnableTool } from './runnable-tool.ts'

/** The text of an item's page, and a warning if it contains prompt injection; undefined if none is saved. */
async function textOf(
  services: Services,
  { bearer: { accountId, agent } }: McpCall,
  { item, format }: { item: Item; format: 'markdown' | 'text' },
): Promise<{ text: string; warning?: string } | undefined> {
  return services.permits.withArticleText(accountId, async () => {
    const text = await findArticle(services.db, { accountId, itemId: item.id }, format)
    if (text === undefined) return undefined
    const access = { accountId, clientId: agent.id, itemId: item.id, text }
    return (await recordContentAccess(services, access)) ? { text, ...INJECTION_WARNING } : { text }
  })
}

/** Throws `invalid_input` for a page past the last. */
function pageOf(text: string, page: number, maxTokens?: number): ContentPage {
  const found = contentPage(text, page, maxTokens && maxTokens * TOKEN_LENGTH)
  if (found) return found
  const pages = contentPage(text, 1, maxTokens && maxTokens * TOKEN_LENGTH)?.pages ?? 1
  throw wrongPage('The text has', pages, page)
}

function wrongPage(subject: string, pages: number, page: number): Failure {
  return invalidField(
    'page',
    `${subject} ${pages === 1 ? 'one page' : `${pages} pages`}, and no page ${page}.`,
  )
}

export const getItemContent: RunnableTool = {
  tool: getItemContentTool,
  async run(services, call, input) {
    const { page = 1, format, max_tokens, find } = parseInput(CONTENT_ARGUMENTS, input)
    const item = await namedItem(services, call, input)
    const isPlain = format === 'plain' || find !== undefined
    const article = await textOf(services, call, { item, format: isPlain ? 'text' : 'markdown' })
    if (article === undefined) throw unreadable(item)
    const { text, ...warning } = article
    const metadata = {
      ...warning,
      ...(await warnOfPromptInjection(services, call, { items: [item] })),
      id: item.id,
      title: titleOf(item),
      url: item.url,
      ...(item.snapshot && { source: sourceText(item.snapshot.source) }),
    }
    const secret = services.random.id()
    if (find !== undefined) {
      const found = await services.permits.withQuoteSearch(call.bearer.accountId, () =>
        findPassages(text, find, page),
      )
      const pageLength = max_tokens && max_tokens * TOKEN_LENGTH
      const pageAt = (position: number) => pageOfPosition(text, position, pageLength)
      const isLong = pageAt(text.length - 1) > 1
      const placeOf = ({ start }: Passage) => (isLong ? `; on page ${pageAt(start)} of format plain` : '')
      return toolResult({
        ...metadata,
        ...describeFound(item, found, { words: find, page, placeOf, secret }),
      })
    }
    const content = pageOf(text, page, max_tokens)
    const { pages } = content
    return toolResult({ ...metadata, page: content.page, pages, text: framedContent(content, secret) })
  },
}

/** What was looked for; `placeOf` says on which page of the text a passage is, if that has several. */
type Wanted = { words: string; page: number; placeOf: (passage: Passage) => string; secret: string }

/** The passages of a text that have some words, each with the page that it is on and its link. */
function describeFound(
  item: Item,
  { matches, passages, pages, isExact }: Found,
  { words, page, placeOf, secret }: Wanted,
): Record<string, unknown> {
  if (matches === 0) {
    const nothing = `"${words}" does not occur in this text. Try fewer words, or read it by pages.`
    return { matches, text: nothing }
  }
  if (passages.length === 0) throw wrongPage('The passages have', pages, page)
  const isPdf = item.content.type === 'application/pdf'
  const shown = passages.map((passage) => {
    const place = `${isPdf ? `Page ${passage.page}, ` : ''}${passageLink(item.url, passage, isPdf)}`
    return `${passage.text}\n(${place}${placeOf(passage)})`
  })
  return {
    ...(isExact ? {} : { words: 'It does not occur as written; these passages have the most of its words.' }),
    matches,
    ...(pages > 1 && { page, pages }),
    text: framed(shown.join('\n\n'), secret),
  }
}

/** Why there is no text, and what to do: a page that failed may be fetched again. */
function unreadable(item: Item): Failure {
  const { detail, extras } = noContent(item)
  const hasFailed = item.content.status === 'failed'
  const hint = 'Call change_items with action ["refetch-item"] to try again, or open its address.'
  return new Failure('not_offered', hasFailed ? `${detail} ${hint}` : detail, extras)
}

export const fetch: RunnableTool = {
  tool: fetchTool,
  async run(services, call, input) {
    const item = await namedItem(services, call, input)
    const { page = 1 } = parseInput({ page: CONTENT_ARGUMENTS.page }, input)
    const article = await textOf(services, call, { item, format: 'markdown' })
    const content = article && pageOf(article.text, page)
    const warning =
      article?.warning === undefined
        ? await warnOfPromptInjection(services, call, { items: [item] })
        : INJECTION_WARNING
    const { id, url, tags } = item
    const metadata = { site: item.site, tags: tags.join(', '), savedAt: new Date(item.savedAt).toISOString() }
    const [about, secret] = [itemText(item), services.random.id()]
    const framedText = content
      ? framedContent(content, secret, about)
      : `${framed(about, secret)}\n\n${noContent(item).detail}`
    return toolResult({ ...warning, id, title: titleOf(item), text: framedText, url, metadata })
  },
}
