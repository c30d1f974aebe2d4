import { highlightCode } from './highlight-code.ts'
import { toMarkdown } from './markdown.ts'
import type { Article, InlineImage } from './page.ts'
import { toText } from './plain-text.ts'
import type { Markup } from './read-markup.ts'
import { measureReading } from './reading-time.ts'
import { renderArticle } from './render-article.ts'
import { serializeRendered } from './rendered-article.ts'

/**
 * Makes all that is kept of an article from what was extracted: `html` as it is stored, and the same as a tree where
 * there is one. It is made safe once; Markdown is written from that.
 */
export function makeArticle(
  html: string,
  markup: Markup,
  { inlineImages = [], text = toText(markup) }: { inlineImages?: InlineImage[]; text?: string } = {},
): Article {
  const rendered = renderArticle(markup)
  return {
    html,
    markdown: toMarkdown(rendered),
    text,
    ...measureReading(text, rendered.images.length),
    inlineImages,
    rendered: serializeRendered(highlightCode(rendered)),
  }
}
