import type { ExtractionChoice, ExtractionMethod } from '../settings/extraction-choice.ts'
import { cloneTree } from './clone-tree.ts'
import { type Comparison, compareExtractions } from './compare-extractions.ts'
import type { Document } from './document.ts'
import type { Element } from './dom.ts'
import { findArticle, type FoundArticle } from './find-article.ts'
import { type Container, findContainer } from './find-container.ts'
import { pruneBlocks } from './prune-blocks.ts'
import { cutTitle, pruneControls, pruneLinkBoxes, unwrapQuotes } from './prune-boxes.ts'
import { pruneLinkLists } from './prune-link-lists.ts'
import { pruneSections } from './prune-sections.ts'
import { pruneByClearNames, pruneByNames, pruneComments, pruneOtherArticles } from './prune-by-names.ts'

/** What is known about the page: its address, and the title and author of its article. */
export type PageHints = { url: string; title: string | null; author: string | null }

/**
 * The chosen article. `nearText` is the text of the page without navigation, forms and lists of links, where a notice
 * of a paywall would be.
 */
export type Chosen = FoundArticle & { nearText: string; method: ExtractionMethod; isAsChosen: boolean }

/** In UTF-16 units: a shorter extraction may have missed the article. */
const LITTLE_TEXT = 250
const MIN_VISIBLE_LENGTH = 140

/**
 * Finds the article of a page in two ways: by the distribution of its text (Readability), and by the element that the
 * page marks as its article. Returns the chosen one, else the better one, or the pruned page if both find almost
 * nothing. Mutates the tree.
 */
export function chooseArticle(
  document: Document,
  hints: PageHints,
  choice: ExtractionChoice = 'automatic',
): Chosen {
  const { body } = document
  if (choice === 'whole-page' && body.textContent.trim() !== '') return chooseWholePage(body)
  unwrapQuotes(body)
  pruneComments(body)
  pruneByClearNames(body)
  for (const article of body.getElementsByTagName('article', 'main')) cutTitle(article, hints.title)
  const copy = cloneTree(body)
  pruneByNames(copy)
  const found = findArticle(document, hints)
  if (found) pruneArticle(found.element, hints)
  pruneControls(copy)
  pruneLinkBoxes(copy)
  const common = {
    byline: found?.byline ?? null,
    direction: found?.direction ?? null,
    nearText: copy.textContent,
  }
  const marked = findContainer(copy)
  if (marked) pruneArticle(marked.element, hints)
  const byMethod: Partial<Record<ExtractionMethod, Element>> = {
    ...(found && { 'main-text': found.element }),
    ...(marked && { 'marked-article': marked.element }),
  }
  const chosen = choice === 'automatic' ? undefined : byMethod[choice]
  if (choice !== 'automatic' && chosen && !isNearlyEmpty(chosen))
    return { ...common, element: chosen, method: choice, isAsChosen: true }
  const isAsChosen = false
  if (marked && (!found || isMarkedBetter(marked, compareExtractions(found.element, marked.element)))) {
    return { ...common, element: marked.element, method: 'marked-article', isAsChosen }
  }
  if (found && !hasMissedText(found.element, copy)) {
    return { ...common, element: found.element, method: 'main-text', isAsChosen }
  }
  return { ...common, element: copy, method: 'whole-page', isAsChosen }
}

/** The whole page with its menus and comments. */
function chooseWholePage(body: Element): Chosen {
  const found = { element: body, byline: null, direction: null, nearText: body.textContent }
  return { ...found, method: 'whole-page', isAsChosen: true }
}

function isNearlyEmpty(element: Element): boolean {
  return element.textContent.trim().length < MIN_VISIBLE_LENGTH
}

function pruneArticle(article: Element, { url, title }: PageHints): void {
  cutTitle(article, title)
  pruneOtherArticles(article)
  pruneByNames(article)
  pruneSections(article)
  pruneLinkLists(article, url)
  pruneBlocks(article, url)
}

/**
 * Whether the marked article is better than Readability's. Readability is usually right, but it may take a list or
 * table beside the article for the article, include too much, or lose most of a short text.
 */
function isMarkedBetter({ isArticle }: Container, { first, second, shared }: Comparison): boolean {
  if (second < LITTLE_TEXT) return false
  if (first < LITTLE_TEXT) return second > first * 1.5
  if (!isArticle) return false
  const isElsewhere = shared < Math.min(first, second) * 0.2
  const hasTooMuch = shared > second * 0.8 && first > second * 1.5 && second > LITTLE_TEXT * 4
  return (isElsewhere && second > first / 5) || hasTooMuch
}

function hasMissedText(found: Element, rest: Element): boolean {
  const { length } = found.textContent.trim()
  return length < MIN_VISIBLE_LENGTH && rest.textContent.trim().length > length * 2
}
