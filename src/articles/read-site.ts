import { cleanAuthor } from './author-name.ts'
import { decodeText } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { Element } from './dom.ts'
import { readJsonLdMetadata } from './json-ld.ts'
import { metadataOf, MAX_TITLE_LENGTH } from './page-metadata.ts'
import { buildTree } from './page-tree.ts'
import type { Extraction, WebPage } from './page.ts'
import { parseInstant } from './parse-instant.ts'
import { buildArticle } from './read-html.ts'
import { siteRuleFor } from './site-rules.ts'
import { tidyArticle } from './tidy-article.ts'

/** Reads a page of a site whose pages are known; undefined for any other, and where the site has changed them. */
export function readSite(page: WebPage): Extraction | undefined {
  const rule = siteRuleFor(page.url)
  if (!rule) return undefined
  const html = decodeText(page.body, { charset: page.charset, isHtml: true })
  const { document, head, dataUris, isRightToLeft } = buildTree(html, page.url, { isShownAtOnce: true })
  const said = metadataOf(head, readJsonLdMetadata(head.jsonLd), page.url)
  const found = rule.read({ url: new URL(page.url), body: document.body, html, description: said.excerpt })
  if (!found) return undefined
  const metadata = {
    ...said,
    title: cleanText(found.title ?? undefined, MAX_TITLE_LENGTH) ?? said.title,
    author: found.author === undefined ? said.author : cleanAuthor(found.author ?? undefined),
    publishedAt: parseInstant(found.published ?? undefined) ?? said.publishedAt,
  }
  const element = new Element('div')
  element.innerHTML = found.html
  const inlineImages = tidyArticle(element, metadata.title, dataUris)
  const article = buildArticle(element, inlineImages, isRightToLeft)
  return article.wordCount === 0 ? undefined : { metadata, outcome: 'article', article }
}
