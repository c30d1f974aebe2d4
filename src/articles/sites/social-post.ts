import { type Comment, writeComments } from './discussion.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isHost,
  isNamed,
  lineOf,
  toParagraphs,
  type SiteExtraction,
  type SiteExtractor,
} from './site.ts'

/** The longest title made from the beginning of a post, in UTF-16 units. */
const TITLE_LENGTH = 100
/** A page with less text, in UTF-16 units, gets its posts from scripts. */
const EMPTY_LENGTH = 100

/** A post on Mastodon or compatible software, on any host, with the replies; or the post in the page's metadata. */
export const mastodon: SiteExtractor = {
  matches: (url) => /^\/@[\w.-]+(?:@[\w.-]+)?\/\d{6,}$/.test(url.pathname),
  extract({ body, description }) {
    const posts = findAll(body, hasClass('detailed-status', 'status', 'entry')).flatMap((post): Comment[] => {
      const text = findFirst(post, hasClass('status__content__text', 'e-content', 'status__content'))
      if (!text || findFirst(post, hasClass('detailed-status', 'status'))) return []
      return [
        {
          author: lineOf(findFirst(post, hasClass('display-name__html', 'p-name', 'display-name'))),
          depth: 0,
          html: text.innerHTML,
        },
      ]
    })
    const isEmpty = body.textContent.trim().length < EMPTY_LENGTH
    return buildThread(posts) ?? (isEmpty ? described(description) : undefined)
  },
}

/** Bluesky puts the post into `<noscript>`; a page that a browser captured contains the post itself. */
export const bluesky: SiteExtractor = {
  matches: (url) => url.hostname === 'bsky.app' && /^\/profile\/[^/]+\/post\//.test(url.pathname),
  extract({ description }) {
    return described(description)
  },
}

/** A thread on X that a browser captured: without scripts the page is empty. */
export const x: SiteExtractor = {
  matches: (url) => isHost(url, 'x.com', 'twitter.com') && /^\/\w+\/status\/\d+/.test(url.pathname),
  extract({ body, url }) {
    const owner = url.pathname.split('/')[1]!.toLowerCase()
    const posts = findAll(body, isNamed('article')).flatMap((post): Comment[] => {
      const text = findFirst(
        post,
        (element) => isNamed('div')(element) && element.getAttribute('lang') !== null,
      )
      const names = findAll(post, isNamed('a')).filter((link) =>
        /^https:\/\/(?:x|twitter)\.com\/\w+$/.test(link.getAttribute('href') ?? ''),
      )
      const author = names.flatMap((link) => lineOf(link) ?? []).find((name) => !name.startsWith('@')) ?? null
      const handle = names[0]?.getAttribute('href')?.split('/').at(-1)
      return text && handle ? [{ author, note: `@${handle}`, depth: 0, html: text.innerHTML }] : []
    })
    const thread = posts.filter(({ note }) => note!.slice(1).toLowerCase() === owner)
    return buildThread(
      thread.length > 0 ? [...thread, ...posts.filter((post) => !thread.includes(post))] : [],
    )
  },
}

/** Further posts of the author are part of the text, and those of others are replies. */
function buildThread([first, ...others]: Comment[]): SiteExtraction | undefined {
  if (!first) return undefined
  const own = others.filter(({ author }) => author === first.author)
  const answers = others.filter(({ author }) => author !== first.author)
  const html = [first, ...own].map((post) => `<div>${post.html}</div>`).join('')
  return {
    html: `${html}${answers.length > 0 ? '<h2>Replies</h2>' : ''}${writeComments(answers)}`,
    title: titleOf(first.author, first.html),
    author: first.author,
  }
}

function described(description: string | null): SiteExtraction | undefined {
  if (description === null || description.trim() === '') return undefined
  return { html: toParagraphs(description) }
}

function titleOf(author: string | null, html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  const beginning =
    text.length > TITLE_LENGTH ? `${text.slice(0, text.lastIndexOf(' ', TITLE_LENGTH))}…` : text
  return author === null ? beginning : `${author}: ${beginning}`
}
