import { highlightCode } from './highlight-code.ts'
import { toMarkdown } from './markdown.ts'
import type { Article, InlineImage } from './page.ts'
import { toText } from './plain-text.ts'
import type { Markup } from './read-markup.ts'
import { measureReading } from './reading-time.ts'
import { renderArticle } from './render-article.ts'
import { serializeRendered } from './rendered-article.ts'

/**
 * Makes the stored form of an extracted article. `html` is the extracted markup, and the tree is the same where there
 * is one. The article is sanitised once; the Markdown is made from the result.
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
