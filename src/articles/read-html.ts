import { decodeText } from './charset.ts'
import { chooseArticle } from './choose-article.ts'
import { Element } from './dom.ts'
import { readJsonLdMetadata } from './json-ld.ts'
import { findBlockReason } from './block-reason.ts'
import { makeArticle } from './make-article.ts'
import { cleanAuthor } from './author-name.ts'
import { combineMetadata } from './page-metadata.ts'
import { buildTree } from './page-tree.ts'
import { type Article, type InlineImage, NO_METADATA, type WebPage, type Extraction } from './page.ts'
import { recoverArticle } from './recover-article.ts'
import { measureTree } from './text-measure.ts'
import { tidyArticle } from './tidy-article.ts'
import { limitLength } from './limit-length.ts'

/** In UTF-16 units. */
const MAX_BYLINE_LENGTH = 200
const MAX_LABEL_LENGTH = 60

/** A page with more links and hardly any other text only leads to other pages. */
const MANY_LINKS = 5
const LINKED_SHARE = 0.85

/** Reads an HTML page: its metadata and its article. */
export function readHtml(page: WebPage): Extraction {
  const html = decodeText(page.body, { charset: page.charset, isHtml: true })
  if (html.trim() === '')
    return { metadata: NO_METADATA, outcome: 'unreadable', reason: 'The page is empty.' }
  const tree = buildTree(html, page.url)
  const linked = readJsonLdMetadata(tree.head.jsonLd)
  const declared = combineMetadata(tree.head, linked, page.url)
  const pageText = tree.document.body.textContent
  const found = chooseArticle(tree.document, { ...declared, url: page.url }, page.choice)
  const metadata = {
    ...declared,
    author: declared.author ?? cleanAuthor(found.byline?.slice(0, MAX_BYLINE_LENGTH)),
  }
  const isRightToLeft = tree.isRightToLeft || found.direction === 'rtl'
  const isChosen = page.isChosenForPage === true && found.isAsChosen
  const recovered =
    page.isCaptured || isChosen
      ? undefined
      : recoverArticle({ html, url: page.url, text: found.element.textContent, jsonLdBody: linked.body })
  const { element, dataUris } = recovered ?? { element: found.element, dataUris: tree.dataUris }
  const inlineImages = tidyArticle(element, metadata.title, dataUris)
  const isMenu = recovered === undefined && isListOfLinks(element)
  const written = buildArticle(element, inlineImages, isRightToLeft)
  const article: Article = recovered ? written : { ...written, method: found.method }
  if (isChosen && article.wordCount > 0) return { metadata, outcome: 'article', article }
  const blocked = findBlockReason({
    url: page.url,
    title: metadata.title,
    html,
    text: article.text,
    wordCount: article.wordCount,
    pageText,
    nearText: found.nearText,
    scriptlessText: tree.scriptlessText,
    hasPassword: tree.hasPassword,
    hasImages: article.html.includes('<img'),
    isRestricted: linked.isRestricted,
    isMenu,
  })
  if (blocked === undefined) return { metadata, outcome: 'article', article }
  const { reason, isOtherPage } = blocked
  return { metadata: isOtherPage ? NO_METADATA : metadata, outcome: 'unreadable', reason }
}

/** Whether an element contains only a list of many short links to other pages. */
function isListOfLinks(element: Element): boolean {
  const { text, linked, links } = measureTree(element).get(element)!
  return links >= MANY_LINKS && linked > text * LINKED_SHARE && linked < links * MAX_LABEL_LENGTH
}

/** Makes an article of a tidied tree. */
export function buildArticle(element: Element, inlineImages: InlineImage[], isRightToLeft: boolean): Article {
  const content = contentOf(element)
  const html = limitLength(content)
  if (!isRightToLeft) return makeArticle(html, content, { inlineImages })
  const box = new Element('div')
  box.setAttribute('dir', 'rtl')
  box.append(...content.childNodes)
  content.append(box)
  return makeArticle(content.innerHTML, content, { inlineImages })
}

/** The content, without the elements that Readability puts around an article. */
function contentOf(element: Element): Element {
  const box = element.firstElementChild
  return box?.id === 'readability-page-1' ? box : element
}
