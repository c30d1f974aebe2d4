import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import * as signs from './block-signs.ts'

/** A fetched page and its extracted article. */
export type Evidence = {
  url: string
  title: string | null
  /** The markup of the page. */
  html: string
  /** The text of the article. */
  text: string
  wordCount: number
  /** The text of the whole page, or its beginning. */
  pageText: string
  /** The text of the article and around it, without menus, forms and lists of links. */
  nearText: string
  /** The text of its `<noscript>` elements. */
  scriptlessText: string
  hasPassword: boolean
  hasImages: boolean
  /** Whether its metadata says that it is not free to read. */
  isRestricted: boolean
  /** Whether the article is only a list of links to other pages. */
  isMenu: boolean
}

/** Signs of a block page count only if the article has fewer words: an article about captchas is an article. */
const FEW_WORDS = 150
/** The same for paywalls, which leave the first paragraphs. */
const FEW_WORDS_BEFORE_PAYWALL = 250
const HARDLY_ANY_WORDS = 25
/** A sign in the URL or the first lines counts only if the article has fewer words. */
const FEW_WORDS_WITH_WEAK_SIGN = 60
/** The share of a text that must be about cookies; otherwise the other lines may be an article. */
const COOKIES_SHARE = 0.4

/** The longest line that may be the message of a block page, in UTF-16 units. */
const MAX_LINE_LENGTH = 150

/** How much of a text is searched for signs, in UTF-16 units. */
const MAX_SEARCHED = 20_000

/** Why a page is not the article that was requested. */
export type BlockReason = {
  /** A sentence, with advice. */
  reason: string
  /** Whether the site sent another page instead, whose metadata is not that of the article. */
  isOtherPage: boolean
}

/** Undefined for an article. */
export function findBlockReason(evidence: Evidence): BlockReason | undefined {
  const words = findReasonText(evidence)
  if (words === undefined) return undefined
  return { reason: `${words} ${CAPTURE_ADVICE}`, isOtherPage: !REASONS_ON_ARTICLE_PAGES.has(words) }
}

const PAYWALLED = 'The site shows the whole of this page to its subscribers only.'
const SCRIPTED = 'The page is empty until scripts fill it, and they do not run here.'
const OUTDATED = 'The site shows this page to newer browsers only.'
const EMPTY = 'There is nothing to read on this page.'
const MENU = 'There is nothing on this page but links to other pages.'
const REASONS_ON_ARTICLE_PAGES = new Set([PAYWALLED, SCRIPTED, OUTDATED, EMPTY, MENU])

function findReasonText(evidence: Evidence): string | undefined {
  const { title, text, wordCount, pageText, hasImages, isMenu } = evidence
  if (isMenu) return MENU
  if (wordCount >= FEW_WORDS_BEFORE_PAYWALL) return undefined
  if (isPaywalled(evidence)) return PAYWALLED
  if (wordCount >= FEW_WORDS) return undefined
  const page = `${title ?? ''}\n${pageText}`.slice(0, MAX_SEARCHED)
  if (isChallengePage(evidence, page)) return 'The site checks for a person before it shows this page.'
  if (isNotFound(title, text)) return 'The site says that there is no such page any more.'
  if (isLoginPage(evidence)) return 'The site asks to log in before it shows this page.'
  if (isAboutCookies(text)) return 'The site asks about cookies before it shows this page.'
  if (hasPhrase(signs.OLD_BROWSER, text, '')) return OUTDATED
  if (needsScripts(evidence)) return SCRIPTED
  return wordCount === 0 && !hasImages ? EMPTY : undefined
}

/** A page whose metadata says that it is not free may still be complete if it is short. */
function isPaywalled({ title, text, nearText, wordCount, isRestricted }: Evidence): boolean {
  const near = `${title ?? ''}\n${nearText}`.slice(0, MAX_SEARCHED)
  if (hasPhrase(signs.PAYWALL, text, near)) return true
  return isRestricted && (wordCount < FEW_WORDS || /(?:…|\.\.\.)\s*$/.test(text))
}

/** Any short article may have a line about cookies beside it. */
function isAboutCookies(text: string): boolean {
  if (!signs.COOKIES.test(text) || !signs.CONSENT.test(text)) return false
  const lines = text.split('\n').filter((line) => signs.COOKIES.test(line) || signs.CONSENT.test(line))
  return lines.reduce((sum, { length }) => sum + length, 0) > text.length * COOKIES_SHARE
}

function isChallengePage({ html, title, text, wordCount }: Evidence, page: string): boolean {
  if (signs.CHALLENGE_PAGE.test(title ?? '') || hasPhrase(signs.CHALLENGE_PAGE, text, '')) return true
  if (wordCount >= HARDLY_ANY_WORDS) return false
  return signs.CHALLENGE_PAGE.test(page) || signs.CHALLENGE_MARKUP.some((mark) => html.includes(mark))
}

/** A block page has the phrase in a line of its own or outside the article; an article about such pages has it in a paragraph. */
function hasPhrase(sign: RegExp, text: string, page: string): boolean {
  const isInText = sign.test(text)
  if (!isInText) return sign.test(page)
  return text.split('\n').some((line) => line.length <= MAX_LINE_LENGTH && sign.test(line))
}

function isNotFound(title: string | null, text: string): boolean {
  return signs.NOT_FOUND.test(title ?? '') || signs.NOT_FOUND.test(text.slice(0, 200))
}

/** Many pages have a login form somewhere; on this one it is the only content. */
function isLoginPage({ url, title, text, wordCount, hasPassword }: Evidence): boolean {
  const isAddress = signs.LOG_IN_ADDRESS.test(URL.parse(url)?.pathname ?? '')
  if (isAddress && (hasPassword || wordCount < FEW_WORDS_WITH_WEAK_SIGN)) return true
  if (!hasPassword) return false
  return (
    wordCount < HARDLY_ANY_WORDS || signs.LOG_IN.test(title ?? '') || signs.LOG_IN.test(text.slice(0, 200))
  )
}

function needsScripts({ html, text, scriptlessText, wordCount }: Evidence): boolean {
  if (hasPhrase(signs.NEEDS_SCRIPTS, text.slice(0, 500), '') && wordCount < FEW_WORDS_WITH_WEAK_SIGN)
    return true
  if (wordCount >= HARDLY_ANY_WORDS) return false
  return (
    signs.NEEDS_SCRIPTS.test(scriptlessText) ||
    (wordCount < 5 && signs.SCRIPT_ROOT.test(html.slice(0, 2_000_000)))
  )
}

/** Whether a new extraction has so much less text than the saved one that it is probably another article. */
export function isWorse(next: { wordCount: number }, saved: { wordCount: number }): boolean {
  return next.wordCount * 2 < saved.wordCount
}
