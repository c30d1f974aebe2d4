import { escapeText } from '../../text/escape-text.ts'

/** A comment in a discussion; `depth` is the number of comments above it in its thread. */
export type Comment = { author: string | null; note?: string | null; depth: number; html: string }

/** Replies deeper than this are shown at the same level. */
const MAX_DEPTH = 6
const MAX_COMMENTS = 500

/** The markup of comments in order, with replies indented. */
export function writeComments(comments: Comment[]): string {
  let html = ''
  let open = 0
  for (const { author, note, depth, html: body } of comments.slice(0, MAX_COMMENTS)) {
    const level = Math.min(depth, MAX_DEPTH)
    // A reply is nested in the comment before it, at most one level deeper.
    const next = Math.min(level, open + 1)
    for (; open > next; open--) html += '</blockquote>'
    for (; open < next; open++) html += '<blockquote>'
    html += `<p><strong>${escapeText(author ?? 'Deleted')}</strong>${note ? ` · ${escapeText(note)}` : ''}</p><div>${body}</div>`
  }
  return html + '</blockquote>'.repeat(open)
}
