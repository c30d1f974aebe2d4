// The bars for selected text and for a highlight that was pressed, and the keys that select by paragraph and sentence.
import { $, $$, isShortcut } from './page.js'
import { article } from './reading-progress.js'
import { articleText, placeOf, rangeOf } from './article-text.js'
import { linkToPassage } from './link-to-passage.js'
import { selectWholeWords, sentencesOf, trimmed } from './passage.js'
import { placeBar } from './place-bar.js'

/** Milliseconds after which a selection that changes no more is acted on. */
const SETTLE_SELECTION = 150
/** UTF-16 units of the text around a passage by which it is found. */
const CONTEXT_LENGTH = 64

const bars = $('.highlight-bars')
const selectionBar = $('#selection-bar')
const markBar = $('#mark-bar')
/** The selected passage of the article. */
let passage
/** Whether it was selected by our keys, which may then change it. */
let isByKeys = false
/** Whether it is being selected with the mouse, which seldom meets the edges of words. */
let isByMouse = false

const say = (words) => ($('[role=status]', bars).textContent = words)
const textOfPassage = () => articleText(article).slice(passage.start, passage.end)

const openNoteBox = (bar, isOpen) => {
  const box = $('.note-box', bar)
  box.hidden = !isOpen
  $('textarea', box).disabled = !isOpen
  $('.note-open', bar).ariaExpanded = String(isOpen)
  if (!isOpen) return
  // The browser shows no selection while the note has the focus.
  if (bar === selectionBar && window.Highlight)
    CSS.highlights.set('passage', new Highlight(rangeOf(article, passage)))
  $('textarea', box).focus()
}

const closeBar = (bar) => {
  if (bar.hidden) return
  bar.hidden = true
  openNoteBox(bar, false)
  $('textarea', bar).value = ''
  CSS.highlights?.delete('passage')
}

const leavePassage = () => {
  passage = undefined
  isByKeys = false
  closeBar(selectionBar)
}

const choosePassage = (place) => {
  const chosen = place && trimmed(place)
  if (!chosen) return leavePassage()
  passage = chosen
  closeBar(markBar)
  const text = articleText(article)
  const { elements } = selectionBar
  elements.quote.value = text.slice(chosen.start, chosen.end)
  elements.prefix.value = text.slice(Math.max(0, chosen.start - CONTEXT_LENGTH), chosen.start)
  elements.suffix.value = text.slice(chosen.end, chosen.end + CONTEXT_LENGTH)
  selectionBar.hidden = false
  placeBar(selectionBar, rangeOf(article, chosen))
}

const readSelection = () => {
  // A press on the bar or the focus in its note ends no selection.
  if (bars.contains(document.activeElement)) return
  const selection = getSelection()
  const range = selection.rangeCount > 0 && selection.getRangeAt(0).cloneRange()
  const isInArticle = range && !range.collapsed && range.intersectsNode(article)
  const place = isInArticle ? placeOf(article, range) : undefined
  choosePassage(place && isByMouse ? selectWholeWords(place) : place)
  isByMouse = false
}

const selectPassage = (place) => {
  const selection = getSelection()
  selection.removeAllRanges()
  selection.addRange(rangeOf(article, place))
  choosePassage(place)
  isByKeys = true
  const words = textOfPassage().replace(/\s+/g, ' ')
  const shown = words.length > 120 ? `${words.slice(0, 60)} … ${words.slice(-60)}` : words
  say(bars.dataset.selected.replace('#', () => shown))
  const { bottom } = rangeOf(article, place).getBoundingClientRect()
  if (bottom > innerHeight - 120) scrollBy({ top: bottom - innerHeight + 160, behavior: 'instant' })
}

const openMark = (id, target) => {
  const entry = document.getElementById(`note-${id}`)
  if (!entry) return
  leavePassage()
  getSelection().removeAllRanges()
  markBar.elements.highlight.value = id
  $('textarea', markBar).value = $('.highlight-note', entry)?.textContent ?? ''
  for (const button of $$('.colour', markBar))
    button.ariaPressed = String(button.value === entry.dataset.colour)
  markBar.hidden = false
  placeBar(markBar, target)
  return entry
}

const quoteIn = (bar) => {
  if (bar === selectionBar) return textOfPassage()
  return $(
    'blockquote',
    document.getElementById(`note-${markBar.elements.highlight.value}`),
  ).textContent.trim()
}

const copy = async (bar, isWithLink) => {
  const quote = quoteIn(bar)
  const text = isWithLink ? `${quote}\n\n${linkToPassage($('.original').href, quote)}` : quote
  await navigator.clipboard.writeText(text)
  say(bars.dataset.copied)
  const button = $(isWithLink ? '.copy-link .label' : '.copy-text .label', bar)
  const label = button.textContent
  button.textContent = bars.dataset.copied
  setTimeout(() => (button.textContent = label), 2000)
}

const listenToBar = (bar) => {
  // Elsewhere than in the note, a press leaves selection and focus as they are.
  bar.addEventListener('pointerdown', (event) => {
    if (!event.target.closest('textarea')) event.preventDefault()
  })
  bar.addEventListener('mousedown', (event) => {
    if (!event.target.closest('textarea')) event.preventDefault()
  })
  $('.note-open', bar).addEventListener('click', () => openNoteBox(bar, $('.note-box', bar).hidden))
  $('.close-bar', bar).addEventListener('click', () => {
    getSelection().removeAllRanges()
    leavePassage()
    closeBar(bar)
  })
  for (const [name, isWithLink] of [
    ['.copy-text', false],
    ['.copy-link', true],
  ]) {
    $(name, bar).hidden = !navigator.clipboard
    $(name, bar).addEventListener('click', () => copy(bar, isWithLink))
  }
  // Once the request is made of it.
  bar.addEventListener('submit', () =>
    setTimeout(() => {
      getSelection().removeAllRanges()
      leavePassage()
      closeBar(bar)
    }),
  )
}

/** What the arrow keys do to the first and the last selected sentence. */
const SENTENCE_KEYS = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }

const widenBySentence = (key, { blocks, focusedBlock }) => {
  const sentences = sentencesOf(blocks())
  if (!passage) {
    const range = new Range()
    range.selectNodeContents(focusedBlock())
    const { start } = placeOf(article, range) ?? {}
    const first = sentences.find((sentence) => sentence.end > start)
    if (first) selectPassage(first)
    return
  }
  const [before, after] = SENTENCE_KEYS[key]
  const first = sentences.findIndex((sentence) => sentence.end > passage.start) + before
  const last = sentences.findLastIndex((sentence) => sentence.start < passage.end) + after
  if (sentences[first] && sentences[last] && first <= last)
    selectPassage({ start: sentences[first].start, end: sentences[last].end })
}

/** The keys of the reader that act on a passage; each says whether it did. */
export const passageKeys = ({ blocks, focusedBlock, focusBlock }) => ({
  highlight() {
    if (!bars) return
    if (!passage) {
      const block = focusedBlock()
      if (!block) {
        focusBlock()
        return say(bars.dataset.atParagraph)
      }
      const range = new Range()
      range.selectNodeContents(block)
      choosePassage(placeOf(article, range))
    }
    if (passage) $('.colour', selectionBar).click()
  },
  note() {
    if (!passage) return false
    openNoteBox(selectionBar, true)
    return true
  },
  start() {
    if (!bars) return
    listenToBar(selectionBar)
    listenToBar(markBar)
    let waiting
    let isDragging = false
    const settle = () => {
      clearTimeout(waiting)
      if (!isDragging) waiting = setTimeout(readSelection, SETTLE_SELECTION)
    }
    document.addEventListener('selectionchange', settle)
    // A bar that opened in the middle of a drag would be in its way, with half of the words.
    addEventListener('pointerdown', ({ pointerType, target }) => {
      isDragging = pointerType === 'mouse' && !bars.contains(target)
    })
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => {
        if (!isDragging) return
        isDragging = false
        isByMouse = true
        settle()
      })
    addEventListener('click', (event) => {
      const { target } = event
      const change = target.closest('.change-highlight')
      const mark = target.closest('mark.highlight, .margin-note')
      if (change) {
        event.preventDefault()
        openMark(change.closest('li').id.replace('note-', ''), change)
        openNoteBox(markBar, true)
      } else if (mark && !target.closest('a') && getSelection().isCollapsed) {
        const id = mark.dataset.mark?.replace('highlight-', '') ?? mark.dataset.highlights.split(' ').at(-1)
        openMark(id, mark)
      } else if (!bars.contains(target)) closeBar(markBar)
    })
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !(selectionBar.hidden && markBar.hidden)) {
        const entry = !markBar.hidden && document.getElementById(`note-${markBar.elements.highlight.value}`)
        const wasInside = bars.contains(document.activeElement)
        getSelection().removeAllRanges()
        leavePassage()
        closeBar(markBar)
        if (wasInside) (entry ? $('.change-highlight', entry) : focusedBlock())?.focus()
        return
      }
      const isSentenceKey = event.shiftKey && Object.hasOwn(SENTENCE_KEYS, event.key) && isShortcut(event)
      if (!isSentenceKey || (passage ? !isByKeys : !focusedBlock())) return
      event.preventDefault()
      widenBySentence(event.key, { blocks, focusedBlock })
    })
  },
})
