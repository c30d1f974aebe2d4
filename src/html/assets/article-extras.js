// What a text gets beside itself: a button that copies code, a way for the keyboard to what scrolls, large images and footnotes in place.
import { followContents } from './contents.js'
import { $, $$ } from './page.js'

const COPIED_TIME = 2000
/** Characters; a longer note is gone to. */
const MAX_NOTE = 3000
const NOTE_MARK = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3}|note \d{1,3})[\])]?$/i
const labels = $('.reader').dataset

const create = (name, properties) => Object.assign(document.createElement(name), properties)

const addCopyButtons = () => {
  // Only secure addresses have a clipboard.
  if (!navigator.clipboard) return
  for (const pre of $$('.article pre')) {
    const box = create('div', { className: 'code-box' })
    const button = create('button', { type: 'button', className: 'copy', textContent: labels.copyLabel })
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.innerText.replace(/\n$/, ''))
      button.textContent = labels.copiedLabel
      setTimeout(() => (button.textContent = labels.copyLabel), COPIED_TIME)
    })
    pre.replaceWith(box)
    box.append(pre, button)
  }
}

const openImage = (link) => {
  const image = $('img', link)
  const dialog = create('dialog', { className: 'large-image', ariaLabel: image.alt || link.ariaLabel })
  const close = create('button', { type: 'button', textContent: '×', ariaLabel: labels.closeLabel })
  dialog.append(create('img', { src: link.href, alt: image.alt }), close)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** The note that a mark in the text leads to; undefined for any other link. */
const noteOf = (link) => {
  const words = link.textContent.trim()
  if (!NOTE_MARK.test(words)) return undefined
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  const note = target?.closest('.article :is(li, p, dd, aside, div, section)')
  const isAfter = note && link.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING
  return isAfter && !note.contains(link) && note.textContent.length <= MAX_NOTE ? note : undefined
}

const openNote = (link, note) => {
  $('.footnote')?.remove()
  const box = create('div', {
    className: 'footnote',
    popover: 'auto',
    tabIndex: -1,
    ariaLabel: labels.footnoteLabel,
  })
  box.setAttribute('role', 'dialog')
  box.append(...note.cloneNode(true).childNodes)
  for (const part of $$('[id]', box)) part.removeAttribute('id')
  // The way back is to close it.
  for (const back of $$('a[href^="#"]', box)) back.remove()
  for (const other of $$('[style*=anchor-name]', $('.article'))) other.style.anchorName = ''
  link.style.anchorName = '--footnote'
  link.after(box)
  box.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') return
    box.remove()
    link.focus({ preventScroll: true })
  })
  box.showPopover()
  box.focus({ preventScroll: true })
}

const listenToClicks = () => {
  $('.article').addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target.closest('a')
    const note = link?.hash && link.getAttribute('href').startsWith('#') && noteOf(link)
    if (!note && !link?.matches('.zoom')) return
    event.preventDefault()
    if (note) openNote(link, note)
    else openImage(link)
  })
}

/** The keyboard reaches what scrolls sideways, and nothing else. */
const watchWidths = () => {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
      else target.removeAttribute('tabindex')
    }
  })
  for (const wide of $$('.article :is(.table-box, pre, math)')) observer.observe(wide)
}

export const enhanceArticle = () => {
  addCopyButtons()
  watchWidths()
  listenToClicks()
  followContents()
}
