import { escapeHtml } from './site.ts'

/** A comment of a discussion; `depth` is how many it answers above it. */
export type Comment = { author: string | null; note?: string | null; depth: number; html: string }

/** Deeper answers stand beside each other. */
const MAX_DEPTH = 6
const MAX_COMMENTS = 500

/** Comments one below the other, answers set in. */
export function writeComments(comments: Comment[]): string {
  let html = ''
  let open = 0
  for (const { author, note, depth, html: body } of comments.slice(0, MAX_COMMENTS)) {
    const level = Math.min(depth, MAX_DEPTH)
    // An answer lies in what it answers, never deeper than one step at a time.
    const next = Math.min(level, open + 1)
    for (; open > next; open--) html += '</blockquote>'
    for (; open < next; open++) html += '<blockquote>'
    html += `<p><strong>${escapeHtml(author ?? 'Deleted')}</strong>${note ? ` · ${escapeHtml(note)}` : ''}</p><div>${body}</div>`
  }
  return html + '</blockquote>'.repeat(open)
}
