import { type Comment, writeComments } from './discussion.ts'
import { escapeText } from '../../text/escape-text.ts'
import { findAll, findFirst, hasClass, isNamed, lineOf, type SiteExtractor } from './site.ts'

/** A discussion on Hacker News: its link or text, and the comments, with replies indented. */
export const hackerNews: SiteExtractor = {
  matches: (url) => url.hostname === 'news.ycombinator.com' && url.pathname === '/item',
  extract({ body }) {
    const head = findFirst(body, hasClass('fatitem'))
    const line = head && findFirst(head, hasClass('titleline'))
    const link = line && findFirst(line, isNamed('a'))
    if (!head || !link) return undefined
    const comments = findAll(body, hasClass('comtr')).flatMap((row): Comment[] => {
      const text = findFirst(row, hasClass('commtext'))
      if (!text) return []
      for (const reply of findAll(text, hasClass('reply'))) reply.remove()
      const depth = Number(findFirst(row, hasClass('ind'))?.getAttribute('indent') ?? 0)
      return [{ author: lineOf(findFirst(row, hasClass('hnuser'))), depth: depth || 0, html: text.innerHTML }]
    })
    const address = link.getAttribute('href') ?? ''
    const linkedAddress = `<p><a href="${escapeText(address)}">${escapeText(address)}</a></p>`
    const text = findFirst(head, hasClass('toptext'))?.innerHTML ?? ''
    const isOwn = URL.parse(address)?.hostname === 'news.ycombinator.com'
    return {
      html: `${isOwn ? '' : linkedAddress}<div>${text}</div>${comments.length > 0 ? '<h2>Comments</h2>' : ''}${writeComments(comments)}`,
      title: lineOf(link),
      author: lineOf(findFirst(head, hasClass('hnuser'))),
    }
  },
}
