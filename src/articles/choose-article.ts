import type { ExtractionChoice, ExtractionMethod } from '../settings/extraction-choice.ts'
import { cloneTree } from './clone-tree.ts'
import { type Comparison, compareExtractions } from './compare-extractions.ts'
import type { Document } from './document.ts'
import type { Element } from './dom.ts'
import { findArticle, type FoundArticle } from './find-article.ts'
import { type Container, findContainer } from './find-container.ts'
import { pruneBlocks } from './prune-blocks.ts'
import { cutTitle, pruneControls, pruneLinkBoxes, unboxQuotes } from './prune-boxes.ts'
import { pruneLinkLists } from './prune-link-lists.ts'
import { pruneSections } from './prune-sections.ts'
import { pruneByClearNames, pruneByNames, pruneComments, pruneOtherArticles } from './prune-by-names.ts'

/** What is known of the page: where it lies, and what its article says of itself. */
export type PageHints = { url: string; title: string | null; author: string | null }

/** The article, and the text of the page without its frame, its forms and its lists of links: where a wall says so. */
export type Chosen = FoundArticle & { nearText: string; method: ExtractionMethod; isAsChosen: boolean }

/** In UTF-16 units: an extraction with less may have missed the article. */
const LITTLE_TEXT = 250
const MIN_VISIBLE_LENGTH = 140

/**
 * Reads the article of a page in two ways, by how its text lies (Readability) and by what the page itself marks as its
 * article, both without what is beside it; gives the chosen one, else the better of the two, or what is left of the page
 * where both find next to nothing. Takes the tree apart.
 */
export function chooseArticle(
  document: Document,
  hints: PageHints,
  choice: ExtractionChoice = 'automatic',
): Chosen {
  const { body } = document
  if (choice === 'whole-page' && body.textContent.trim() !== '') return wholePage(body)
  unboxQuotes(body)
  pruneComments(body)
  pruneByClearNames(body)
  for (const article of body.getElementsByTagName('article', 'main')) cutTitle(article, hints.title)
  const copy = cloneTree(body)
  pruneByNames(copy)
  const found = findArticle(document, hints)
  if (found) prune(found.element, hints)
  pruneControls(copy)
  pruneLinkBoxes(copy)
  const by = {
    byline: found?.byline ?? null,
    direction: found?.direction ?? null,
    nearText: copy.textContent,
  }
  const marked = findContainer(copy)
  if (marked) prune(marked.element, hints)
  const byMethod: Partial<Record<ExtractionMethod, Element>> = {
    ...(found && { 'main-text': found.element }),
    ...(marked && { 'marked-article': marked.element }),
  }
  const chosen = choice === 'automatic' ? undefined : byMethod[choice]
  if (choice !== 'automatic' && chosen && !isNearlyEmpty(chosen))
    return { ...by, element: chosen, method: choice, isAsChosen: true }
  const isAsChosen = false
  if (marked && (!found || isBetter(marked, compareExtractions(found.element, marked.element)))) {
    return { ...by, element: marked.element, method: 'marked-article', isAsChosen }
  }
  if (found && !isNothing(found.element, copy)) {
    return { ...by, element: found.element, method: 'main-text', isAsChosen }
  }
  return { ...by, element: copy, method: 'whole-page', isAsChosen }
}

/** All of the page, with its menus and its comments. */
function wholePage(body: Element): Chosen {
  const found = { element: body, byline: null, direction: null, nearText: body.textContent }
  return { ...found, method: 'whole-page', isAsChosen: true }
}

function isNearlyEmpty(element: Element): boolean {
  return element.textContent.trim().length < MIN_VISIBLE_LENGTH
}

function prune(article: Element, { url, title }: PageHints): void {
  cutTitle(article, title)
  pruneOtherArticles(article)
  pruneByNames(article)
  pruneSections(article)
  pruneLinkLists(article, url)
  pruneBlocks(article, url)
}

/**
 * Readability is right for the most part. It takes a list or a table beside the article for it, begins with too large
 * a part, or loses nearly all of a short text.
 */
function isBetter({ isArticle }: Container, { first, second, shared }: Comparison): boolean {
  if (second < LITTLE_TEXT) return false
  if (first < LITTLE_TEXT) return second > first * 1.5
  if (!isArticle) return false
  const isElsewhere = shared < Math.min(first, second) * 0.2
  const hasTooMuch = shared > second * 0.8 && first > second * 1.5 && second > LITTLE_TEXT * 4
  return (isElsewhere && second > first / 5) || hasTooMuch
}

function isNothing(found: Element, rest: Element): boolean {
  const { length } = found.textContent.trim()
  return length < MIN_VISIBLE_LENGTH && rest.textContent.trim().length > length * 2
}
