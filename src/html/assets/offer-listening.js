// Listening is offered where the browser has a voice. What it takes is loaded once somebody wants to listen.
import { continuedUntil, endContinuation } from './listen-memory.js'

/** Milliseconds in which most browsers know their voices. */
const VOICES_WAIT = 3000
const speech = globalThis.speechSynthesis

/** Lets Safari speak later, which it only does after it spoke in answer to a click. */
const unlock = () => speech.speak(new SpeechSynthesisUtterance(''))

/** Where listening goes on with the next page, a page without an article is passed over. */
const skipPage = () => {
  if (continuedUntil() === undefined) return
  const next = document.querySelector('[rel=next]')
  if (next) location.replace(next.href)
  else endContinuation()
}

export const offerListening = () => {
  const bar = document.querySelector('.listen-bar')
  if (!bar) return skipPage()
  const reader = bar.closest('.reader')
  let loaded
  const listen = async () => {
    await (loaded ??= import(bar.dataset.script))
    bar.dispatchEvent(new Event('listen'))
  }
  const check = () => {
    if (speech.getVoices().length === 0) return
    const isFirst = reader.dataset.voices !== 'some'
    reader.dataset.voices = 'some'
    if (isFirst && continuedUntil() !== undefined) listen()
  }
  addEventListener('click', ({ target }) => {
    if (!target.closest('.listen-open')) return
    if (!loaded) unlock()
    listen()
  })
  if (!speech) {
    reader.dataset.voices = 'none'
    return
  }
  speech.addEventListener?.('voiceschanged', check)
  check()
  setTimeout(() => {
    check()
    reader.dataset.voices ??= 'none'
  }, VOICES_WAIT)
}
