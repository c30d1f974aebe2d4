import { cleanAuthor } from './author-name.ts'
import { decodeText } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { Element } from './dom.ts'
import { readJsonLdMetadata } from './json-ld.ts'
import { combineMetadata, MAX_TITLE_LENGTH } from './page-metadata.ts'
import { buildTree } from './page-tree.ts'
import type { Extraction, WebPage } from './page.ts'
import { parseInstant } from './parse-instant.ts'
import { buildArticle } from './read-html.ts'
import { siteExtractorFor } from './site-extractors.ts'
import { tidyArticle } from './tidy-article.ts'

/** Reads a page with the extractor for its site; undefined if there is none, or the site has changed its pages. */
export function readSite(page: WebPage): Extraction | undefined {
  const extractor = siteExtractorFor(page.url)
  if (!extractor) return undefined
  const html = decodeText(page.body, { charset: page.charset, isHtml: true })
  const { document, head, dataUris, isRightToLeft } = buildTree(html, page.url, { isShownAtOnce: true })
  const declared = combineMetadata(head, readJsonLdMetadata(head.jsonLd), page.url)
  const found = extractor.extract({
    url: new URL(page.url),
    body: document.body,
    html,
    description: declared.excerpt,
  })
  if (!found) return undefined
  const metadata = {
    ...declared,
    title: cleanText(found.title ?? undefined, MAX_TITLE_LENGTH) ?? declared.title,
    author: found.author === undefined ? declared.author : cleanAuthor(found.author ?? undefined),
    publishedAt: parseInstant(found.published ?? undefined) ?? declared.publishedAt,
  }
  const element = new Element('div')
  element.innerHTML = found.html
  const inlineImages = tidyArticle(element, metadata.title, dataUris)
  const article = buildArticle(element, inlineImages, isRightToLeft)
  return article.wordCount === 0 ? undefined : { metadata, outcome: 'article', article }
}
