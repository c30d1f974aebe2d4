import { type Comment, writeComments } from './discussion.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isHost,
  isNamed,
  lineOf,
  paragraphsOf,
  type SiteExtraction,
  type SiteRule,
} from './site.ts'

/** Of a title made of the beginning of a post, in UTF-16 units. */
const TITLE_LENGTH = 100
/** Of a page whose posts scripts fill in, in UTF-16 units. */
const EMPTY_LENGTH = 100

/** A post of Mastodon and its kin on whatever host, and what stands below it; else as the page describes it. */
export const mastodon: SiteRule = {
  isPage: (url) => /^\/@[\w.-]+(?:@[\w.-]+)?\/\d{6,}$/.test(url.pathname),
  read({ body, description }) {
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
    return threadOf(posts) ?? (isEmpty ? described(description) : undefined)
  },
}

/** Bluesky says a post to those without scripts; a page that a browser saved holds it as well. */
export const bluesky: SiteRule = {
  isPage: (url) => url.hostname === 'bsky.app' && /^\/profile\/[^/]+\/post\//.test(url.pathname),
  read({ description }) {
    return described(description)
  },
}

/** A thread on X as a browser saved it: without scripts the page is empty. */
export const x: SiteRule = {
  isPage: (url) => isHost(url, 'x.com', 'twitter.com') && /^\/\w+\/status\/\d+/.test(url.pathname),
  read({ body, url }) {
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
    return threadOf(thread.length > 0 ? [...thread, ...posts.filter((post) => !thread.includes(post))] : [])
  },
}

/** What the author went on to say belongs to the text; the others answer it. */
function threadOf([first, ...others]: Comment[]): SiteExtraction | undefined {
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
  return { html: paragraphsOf(description) }
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
