import { escapeText } from '../../text/escape-text.ts'
import { type Comment, writeComments } from './discussion.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isHost,
  isNamed,
  lineOf,
  type SiteElement,
  type SiteExtraction,
  type SiteExtractor,
} from './site.ts'

/** A discussion on Reddit, in the old and the new layout. */
export const reddit: SiteExtractor = {
  matches: (url) => isHost(url, 'reddit.com') && /\/comments\//.test(url.pathname),
  extract: ({ body }) => readNew(body) ?? readOld(body),
}

function readNew(body: SiteElement): SiteExtraction | undefined {
  const post = findFirst(body, isNamed('shreddit-post'))
  const title = post && (post.getAttribute('post-title') ?? lineOf(findFirst(post, isNamed('h1'))))
  if (!post || !title) return undefined
  const comments = findAll(body, isNamed('shreddit-comment')).flatMap((comment): Comment[] => {
    const text = findFirst(
      comment,
      ({ id, className }) =>
        /-comment-rtjson-content$|-post-rtjson-content$/.test(id) || /(?:^|\s)md(?:\s|$)/.test(className),
    )
    const depth = Number(comment.getAttribute('depth') ?? 0)
    return text ? [{ author: comment.getAttribute('author'), depth: depth || 0, html: text.innerHTML }] : []
  })
  const text = findFirst(
    post,
    ({ id, className }) => id.endsWith('-post-rtjson-content') || /(?:^|\s)md(?:\s|$)/.test(className),
  )
  return {
    html: join(text?.innerHTML ?? linkTo(post.getAttribute('content-href')), comments),
    title,
    author: post.getAttribute('author'),
    published: post.getAttribute('created-timestamp'),
  }
}

function readOld(body: SiteElement): SiteExtraction | undefined {
  const post = findFirst(body, (element) => hasClass('thing')(element) && hasClass('link')(element))
  const title = post && findFirst(post, (element) => isNamed('a')(element) && hasClass('title')(element))
  if (!post || !title) return undefined
  const comments = readOldComments(findFirst(body, hasClass('commentarea')) ?? body, 0)
  const text = findFirst(post, hasClass('md'))
  const time = findFirst(post, isNamed('time'))
  return {
    html: join(text?.innerHTML ?? linkTo(title.getAttribute('href')), comments),
    title: lineOf(title),
    author: lineOf(findFirst(post, hasClass('author'))),
    published: time?.getAttribute('datetime') ?? null,
  }
}

/** Replies are nested in the comment that they reply to. */
function readOldComments(root: SiteElement, depth: number): Comment[] {
  const comments: Comment[] = []
  for (const child of root.children) {
    const isComment = hasClass('thing')(child) && hasClass('comment')(child)
    const entry = isComment ? findFirst(child, hasClass('entry')) : undefined
    const text = entry && findFirst(entry, hasClass('md'))
    if (entry && text)
      comments.push({ author: lineOf(findFirst(entry, hasClass('author'))), depth, html: text.innerHTML })
    comments.push(...readOldComments(child, isComment ? depth + 1 : depth))
  }
  return comments
}

function join(post: string, comments: Comment[]): string {
  return `<div>${post}</div>${comments.length > 0 ? '<h2>Comments</h2>' : ''}${writeComments(comments)}`
}

function linkTo(address: string | null): string {
  return address ? `<p><a href="${escapeText(address)}">${escapeText(address)}</a></p>` : ''
}
