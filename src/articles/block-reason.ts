import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import * as signs from './block-signs.ts'

/** What is known of a page once its article is there. */
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
  /** The text in and beside the article, without menus, forms and lists of other pages. */
  nearText: string
  /** What it says to those without scripts. */
  scriptlessText: string
  hasPassword: boolean
  hasImages: boolean
  /** Whether it says that not everyone may read it. */
  isClosed: boolean
  /** Whether the article is only a list of links to other pages. */
  isMenu: boolean
}

/** Signs count only on pages with fewer words: an article about captchas is an article. */
const FEW_WORDS = 150
/** A paywall leaves the first paragraphs. */
const FEW_WORDS_OF_CLOSED = 250
const HARDLY_ANY_WORDS = 25
/** A sign may stand in the address, or in the first lines, of an article that has more. */
const FEW_WORDS_BESIDE = 60
/** Of a text whose other lines may be an article. */
const COOKIES_SHARE = 0.4

/** Of a line that may be the words of a wall, in UTF-16 units. */
const MAX_LINE_LENGTH = 150

/** How much of a text is searched for signs, in UTF-16 units. */
const SEARCHED = 20_000

/** What a page is when it is not the article that was asked for. */
export type BlockReason = {
  /** In words, with what to do. */
  reason: string
  /** Whether another page stands in the article's place: what that one says of itself is not about it. */
  isOtherPage: boolean
}

/** Undefined for an article. */
export function findBlockReason(evidence: Evidence): BlockReason | undefined {
  const words = blockReasonOf(evidence)
  if (words === undefined) return undefined
  return { reason: `${words} ${CAPTURE_ADVICE}`, isOtherPage: !BEFORE_THE_ARTICLE.has(words) }
}

const PAYWALLED = 'The site shows the whole of this page to its subscribers only.'
const SCRIPTED = 'The page is empty until scripts fill it, and they do not run here.'
const OUTDATED = 'The site shows this page to newer browsers only.'
const EMPTY = 'There is nothing to read on this page.'
const MENU = 'There is nothing on this page but links to other pages.'
const BEFORE_THE_ARTICLE = new Set([PAYWALLED, SCRIPTED, OUTDATED, EMPTY, MENU])

function blockReasonOf(evidence: Evidence): string | undefined {
  const { title, text, wordCount, pageText, hasImages, isMenu } = evidence
  if (isMenu) return MENU
  if (wordCount >= FEW_WORDS_OF_CLOSED) return undefined
  if (isPaywalled(evidence)) return PAYWALLED
  if (wordCount >= FEW_WORDS) return undefined
  const page = `${title ?? ''}\n${pageText}`.slice(0, SEARCHED)
  if (isBotWall(evidence, page)) return 'The site checks for a person before it shows this page.'
  if (isNotFound(title, text)) return 'The site says that there is no such page any more.'
  if (isLogIn(evidence)) return 'The site asks to log in before it shows this page.'
  if (isAboutCookies(text)) return 'The site asks about cookies before it shows this page.'
  if (says(signs.OLD_BROWSER, text, '')) return OUTDATED
  if (needsScripts(evidence)) return SCRIPTED
  return wordCount === 0 && !hasImages ? EMPTY : undefined
}

/** A page that says of itself that it is not for all may be there as a whole, where it is short. */
function isPaywalled({ title, text, nearText, wordCount, isClosed }: Evidence): boolean {
  const near = `${title ?? ''}\n${nearText}`.slice(0, SEARCHED)
  if (says(signs.PAYWALL, text, near)) return true
  return isClosed && (wordCount < FEW_WORDS || /(?:…|\.\.\.)\s*$/.test(text))
}

/** A line about cookies may stand beside any short article. */
function isAboutCookies(text: string): boolean {
  if (!signs.COOKIES.test(text) || !signs.CONSENT.test(text)) return false
  const lines = text.split('\n').filter((line) => signs.COOKIES.test(line) || signs.CONSENT.test(line))
  return lines.reduce((sum, { length }) => sum + length, 0) > text.length * COOKIES_SHARE
}

function isBotWall({ html, title, text, wordCount }: Evidence, page: string): boolean {
  if (signs.BOT_WALL.test(title ?? '') || says(signs.BOT_WALL, text, '')) return true
  if (wordCount >= HARDLY_ANY_WORDS) return false
  return signs.BOT_WALL.test(page) || signs.BOT_WALL_MARKUP.some((mark) => html.includes(mark))
}

/** A wall says so in a line of its own, or beside the article; who writes about walls does in running text. */
function says(sign: RegExp, text: string, page: string): boolean {
  const isInText = sign.test(text)
  if (!isInText) return sign.test(page)
  return text.split('\n').some((line) => line.length <= MAX_LINE_LENGTH && sign.test(line))
}

function isNotFound(title: string | null, text: string): boolean {
  return signs.NOT_FOUND.test(title ?? '') || signs.NOT_FOUND.test(text.slice(0, 200))
}

/** Many pages have a form for logging in somewhere; here it is all there is. */
function isLogIn({ url, title, text, wordCount, hasPassword }: Evidence): boolean {
  const isAddress = signs.LOG_IN_ADDRESS.test(URL.parse(url)?.pathname ?? '')
  if (isAddress && (hasPassword || wordCount < FEW_WORDS_BESIDE)) return true
  if (!hasPassword) return false
  return (
    wordCount < HARDLY_ANY_WORDS || signs.LOG_IN.test(title ?? '') || signs.LOG_IN.test(text.slice(0, 200))
  )
}

function needsScripts({ html, text, scriptlessText, wordCount }: Evidence): boolean {
  if (says(signs.NEEDS_SCRIPTS, text.slice(0, 500), '') && wordCount < FEW_WORDS_BESIDE) return true
  if (wordCount >= HARDLY_ANY_WORDS) return false
  return (
    signs.NEEDS_SCRIPTS.test(scriptlessText) ||
    (wordCount < 5 && signs.SCRIPT_ROOT.test(html.slice(0, 2_000_000)))
  )
}

/** Whether a new extraction holds so much less than the one that is kept that it is hardly the same article. */
export function isWorse(next: { wordCount: number }, kept: { wordCount: number }): boolean {
  return next.wordCount * 2 < kept.wordCount
}
