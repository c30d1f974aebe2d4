// The daily review by keyboard.
import { $, listenToKeys, showControls } from './page.js'

const press = (selector) => () => $(selector)?.click()
const next = press('.review-steps [rel=next]')
const previous = press('.review-steps [rel=prev]')

showControls()
listenToKeys({
  j: next,
  ArrowRight: next,
  k: previous,
  ArrowLeft: previous,
  o: press('.review-source a'),
  '#': press('.review-remove button'),
  n() {
    const note = $('.review-note')
    if (!note) return
    note.open = true
    $('textarea', note).focus()
  },
})
