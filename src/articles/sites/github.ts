import { type Comment, writeComments } from './discussion.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isNamed,
  lineOf,
  type SiteElement,
  type SiteExtraction,
  type SiteExtractor,
} from './site.ts'

const isText = hasClass('markdown-body')

/** A repository's README or another document, and the discussion of an issue or a pull request. */
export const github: SiteExtractor = {
  matches: (url) => url.hostname === 'github.com' && /^\/[\w.-]+\/[\w.-]+/.test(url.pathname),
  extract({ url, body }) {
    const [, owner, name, kind, ...path] = url.pathname.split('/')
    if (/^(?:issues|pull|discussions)$/.test(kind ?? '') && path.length > 0) return readThread(body)
    const document = findFirst(body, (element) => isNamed('article')(element) && isText(element))
    if (!document) return undefined
    for (const anchor of findAll(document, hasClass('anchor', 'zeroclipboard-container'))) anchor.remove()
    const isReadme = kind === undefined || kind === '' || kind === 'tree'
    const title = isReadme
      ? `${owner}/${name}`
      : (lineOf(findFirst(document, isNamed('h1'))) ?? path.at(-1) ?? null)
    return { html: document.innerHTML, title, author: owner ?? null }
  },
}

function readThread(body: SiteElement): SiteExtraction | undefined {
  const comments: Comment[] = []
  for (const box of findAll(
    body,
    hasClass('timeline-comment', 'timeline-comment-group', 'react-issue-comment', 'js-comment-container'),
  )) {
    const texts = findAll(box, isText)
    // The group around a comment has the same class as the comment.
    if (texts.length !== 1 || comments.some(({ html }) => html === texts[0]!.innerHTML)) continue
    const author = lineOf(findFirst(box, hasClass('author')))
    comments.push({ author, depth: 0, html: texts[0]!.innerHTML })
  }
  const [first, ...others] = comments
  const title = lineOf(findFirst(body, hasClass('js-issue-title', 'markdown-title')))
  if (!first || title === null) return undefined
  return {
    html: `<div>${first.html}</div>${writeComments(others)}`,
    title,
    author: first.author,
    published: dayIn(body),
  }
}

function dayIn(body: SiteElement): string | null {
  return (
    findFirst(
      body,
      (element) => isNamed('relative-time', 'time')(element) && element.getAttribute('datetime') !== null,
    )?.getAttribute('datetime') ?? null
  )
}
