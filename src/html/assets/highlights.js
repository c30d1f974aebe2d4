// Highlights in the article: those of a new page are drawn into this one, and notes stand beside the text where there is room.
import { $, $$, enqueue, loadPage } from './page.js'
import { article } from './reading-progress.js'
import { textNodes } from './article-text.js'

/* oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel has its own origin alone. */
/** CSS pixels that a note beside the text takes, and the space between two. */
const MIN_NOTE_WIDTH = 125
const NOTE_SPACE = 12
const isMark = (node) => node.matches?.('mark.highlight')

/** The marks of an article: where they stand in its text, and their elements, each with the targets of jumps before it. */
const marksOf = (root) => {
  const marks = []
  let at = 0
  for (const node of textNodes(root)) {
    const mark = node.parentElement
    if (isMark(mark)) {
      const targets = []
      for (
        let before = mark.previousSibling;
        before?.id?.startsWith('highlight-');
        before = before.previousSibling
      ) {
        if (isMark(before)) break
        targets.unshift(before)
      }
      marks.push({ start: at, end: at + node.length, elements: [...targets, mark] })
    }
    at += node.length
  }
  return marks
}

const shallow = ({ start, end, elements }) =>
  [start, end, ...elements.map((element) => element.cloneNode(false).outerHTML)].join(' ')

const insertMark = (mark, node) => {
  const elements = mark.elements.map((element) => document.importNode(element, false))
  node.replaceWith(...elements)
  elements.at(-1).append(node)
}

/** Draws the marks of another page of the same article. They change nothing of its text. */
const redrawMarks = (page) => {
  const next = $('.article', page) ? marksOf($('.article', page)) : []
  const present = marksOf(article)
  if (next.map(shallow).join() === present.map(shallow).join()) return
  for (const { elements } of present) {
    const mark = elements.pop()
    mark.replaceWith(...mark.childNodes)
    for (const target of elements) target.remove()
  }
  article.normalize()
  let at = 0
  for (let node of textNodes(article)) {
    const end = at + node.length
    while (next[0] && next[0].start < end) {
      const mark = next.shift()
      const piece = mark.start > at ? node.splitText(mark.start - at) : node
      node = mark.end < end ? piece.splitText(mark.end - mark.start) : piece
      at = mark.end
      insertMark(mark, piece)
    }
    at = end
  }
}

/** Puts each note beside its mark; where there is no room, it is only in the list below the article. */
const placeNotes = () => {
  $('.margin-notes')?.remove()
  const noted = $$('.highlight-list li:has(.highlight-note)')
  if (!article || noted.length === 0) return
  const box = Object.assign(document.createElement('div'), { className: 'margin-notes', ariaHidden: 'true' })
  $('.reader').append(box)
  const { top, width } = box.getBoundingClientRect()
  if (width < MIN_NOTE_WIDTH) return
  let free = 0
  for (const entry of noted) {
    const mark = document.getElementById(entry.id.replace('note-', 'highlight-'))
    if (!mark) continue
    const note = Object.assign(document.createElement('div'), { className: 'margin-note', dir: 'auto' })
    note.dataset.mark = mark.id
    note.dataset.colour = entry.dataset.colour
    note.append($('.highlight-note', entry).textContent)
    const author = $('.agent', entry)
    if (author) note.append(author.cloneNode(true))
    box.append(note)
    const at = Math.max(free, mark.getBoundingClientRect().top - top)
    note.style.insetBlockStart = `${at}px`
    free = at + note.offsetHeight + NOTE_SPACE
  }
}

/** Of many highlights a page lists the first; the others are at the address of a link below them. */
const listAll = () => {
  const link = $('.all-highlights')
  if (!link) return
  enqueue(async () => {
    const page = await loadPage(location.pathname, link.href)
    if (!link.isConnected) return
    $('.highlight-lists').replaceChildren(...$('.highlight-lists', page).childNodes)
    placeNotes()
  }).catch(() => {})
}

/** Shows the highlights of another page of the same article. */
export const showHighlights = (page) => {
  if (!article) return
  redrawMarks(page)
  placeNotes()
  listAll()
}

/** Other windows with the same article follow. */
const channel = new BroadcastChannel('highlights')
export const tellWindows = () => channel.postMessage(location.pathname)
const followWindows = () =>
  channel.addEventListener('message', ({ data }) => {
    if (data !== location.pathname) return
    enqueue(async () => {
      const page = await loadPage(location.pathname, location.href)
      $('.highlight-lists')?.replaceChildren(...($('.highlight-lists', page)?.childNodes ?? []))
      showHighlights(page)
    }).catch(() => {})
  })

export const startHighlights = () => {
  if (!article) return
  followWindows()
  placeNotes()
  listAll()
  let width
  new ResizeObserver(([{ contentRect }]) => {
    if (width !== undefined) placeNotes()
    width = contentRect.width
  }).observe(article)
}
