// Reads the article aloud: marks the sentence and the word, follows with the window, and goes on with the next item.
import { rangeOf } from './article-text.js'
import {
  continueOnNext,
  continuedUntil,
  endContinuation,
  placeOfItem,
  rememberPlace,
} from './listen-memory.js'
import { createSpeaker } from './speaker.js'
import { spokenSentences } from './spoken-text.js'
import { readStored, store } from './storage.js'
import { chooseRate, chooseVoice, chosenVoice, makerOf, rateFor, voiceOf, voicesFor } from './voices.js'

const MS_PER_MINUTE = 60_000
/** CSS pixels that the toolbar takes. */
const SPACE_ABOVE = 64
/** Parts of the window: where a sentence is brought, and what is left to it above the bar. */
const READING_LINE = 1 / 3
const LOWEST = 0.7
const HARMLESS = ['not-allowed', 'interrupted', 'canceled']

const bar = document.querySelector('.listen-bar')
const inBar = (selector) => bar.querySelector(selector)
const words = JSON.parse(bar.dataset.words)
const article = document.querySelector('.article')
const sentences = ['#title', '.article'].flatMap((part) => spokenSentences(document.querySelector(part)))
const lang = article.closest('[lang]').lang
const play = inBar('.listen-play')
const status = inBar('.listen-status')
const through = inBar('#listen-through')
const itemId = location.pathname.split('/').at(-1)
const next = () => document.querySelector('[rel=next]')
const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)')

let voice = chosenVoice(lang) ?? voicesFor(lang)[0]
let rate = rateFor(lang)
let timer
let endsAt

const rangeAt = (index) => rangeOf(sentences[index].root, sentences[index])
const boxOf = (index) => rangeAt(index).getBoundingClientRect()
const isSeen = (index) => {
  const { top, bottom } = boxOf(index)
  return bottom > 0 && top < innerHeight
}

const draw = (name, range, priority) => {
  if (!globalThis.Highlight) return
  const highlight = new Highlight(range)
  highlight.priority = priority
  CSS.highlights.set(name, highlight)
}
const drawWord = (index, character, length) => {
  const { root, text, placeAt } = sentences[index]
  // Safari does not say how long the word is.
  const until = character + (length ?? text.slice(character).search(/[\s\p{P}]|$/u))
  if (until > character)
    draw('word', rangeOf(root, { start: placeAt(character), end: placeAt(until - 1) + 1 }), 1)
}
const eraseWord = () => globalThis.Highlight && CSS.highlights.delete('word')

/** Where listening begins: where it stopped if that is in the window, else at the first sentence that is. */
const firstIndex = () => {
  const remembered = placeOfItem(itemId)
  if (sentences[remembered] && isSeen(remembered)) return remembered
  let from = 0
  let to = sentences.length - 1
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (boxOf(middle).bottom > SPACE_ABOVE) to = middle
    else from = middle + 1
  }
  return from
}

const bringIntoView = (index) => {
  const { top, bottom } = boxOf(index)
  if (top >= SPACE_ABOVE && bottom <= innerHeight * LOWEST) return
  const behavior = reducesMotion.matches ? 'instant' : 'smooth'
  scrollBy({ top: top - innerHeight * READING_LINE, behavior })
}

/** What is heard counts as read. */
const report = (isPlaying, isEnd = false) => {
  const { top, height } = article.getBoundingClientRect()
  const length = height - innerHeight
  const at = boxOf(speaker.position()).top - top - innerHeight * READING_LINE
  const heard = Math.min(1, Math.max(0, length > 0 ? at / length : 0))
  const progress = isEnd ? 1 : isPlaying ? heard : undefined
  dispatchEvent(new CustomEvent('listened', { detail: { progress, isPlaying } }))
}

let shown
const tell = {
  sentence(index) {
    // Whoever looks elsewhere in the text is left there.
    const isFollowed = shown === undefined || isSeen(shown)
    shown = index
    eraseWord()
    draw('sentence', rangeAt(index), 0)
    if (isFollowed) bringIntoView(index)
    rememberPlace(itemId, index)
    report(speaker.isPlaying())
  },
  word: drawWord,
  state({ isPlaying, problem }) {
    play.classList.toggle('icon-pause', isPlaying)
    play.classList.toggle('icon-play', !isPlaying)
    play.ariaLabel = play.title = isPlaying ? words.pause : words.play
    if (isPlaying) shown = undefined
    const isFailed = problem && !HARMLESS.includes(problem)
    status.textContent = isFailed ? words.failed : whereItGoes()
    report(isPlaying)
  },
  end() {
    report(false, true)
    rememberPlace(itemId)
    if (!through.checked || !next()) return close()
    continueOnNext(endsAt)
    location.assign(next().href)
  },
}

const speaker = createSpeaker({
  synthesis: speechSynthesis,
  sentences,
  utteranceOf: ({ text, lang: own }) => {
    const chosen = voiceOf(own, voice)
    return Object.assign(new SpeechSynthesisUtterance(text), { voice: chosen, lang: chosen.lang, rate })
  },
  tell,
})

const whereItGoes = () => {
  if (voice.localService) return ''
  const maker = makerOf(voice)
  return maker ? words.sends.replace('#', maker) : words.sendsElsewhere
}

const setTimer = (until) => {
  clearTimeout(timer)
  endsAt = until
  if (!until) return
  timer = setTimeout(() => {
    speaker.pause()
    inBar('#listen-timer').value = ''
    endsAt = undefined
  }, until - Date.now())
}

const showVoices = () => {
  const select = inBar('#listen-voice')
  select.replaceChildren(
    ...voicesFor(lang).map((one) => {
      const text = one.localService ? one.name : words.remote.replace('#', one.name)
      return new Option(text, one.voiceURI, false, one.voiceURI === voice.voiceURI)
    }),
  )
}

const open = () => {
  if (!bar.hidden) return speaker.toggle()
  const continued = continuedUntil()
  endContinuation()
  bar.hidden = false
  showVoices()
  inBar('#listen-rate').value = String(rate)
  through.closest('label').hidden = !next()
  through.checked = readStored('listen-through') === 'on'
  if (continued !== undefined && continued > Date.now()) {
    setTimer(continued)
    const minutes = (continued - Date.now()) / MS_PER_MINUTE
    const choices = [...inBar('#listen-timer').options].map(({ value }) => value)
    inBar('#listen-timer').value = choices.find((value) => Number(value) >= minutes) ?? ''
  }
  status.textContent = whereItGoes()
  speaker.goTo(firstIndex())
  // A voice that sends the text elsewhere waits until the person has read that.
  if (voice.localService || chosenVoice(lang)) speaker.play()
  if (continued === undefined) play.focus({ preventScroll: true })
}

const close = () => {
  speaker.pause()
  setTimer()
  shown = undefined
  eraseWord()
  if (globalThis.Highlight) CSS.highlights.delete('sentence')
  const wasInside = bar.contains(document.activeElement)
  bar.hidden = true
  if (wasInside) document.querySelector('.listen-open').focus({ preventScroll: true })
}

const keys = { ' ': speaker.toggle, ArrowLeft: () => speaker.step(-1), ArrowRight: () => speaker.step(1) }
addEventListener('keydown', (event) => {
  const { key, target } = event
  if (bar.hidden || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!Object.hasOwn(keys, key)) return
  if (target.closest('input, textarea, select, summary, dialog, [popover], [contenteditable]')) return
  if (target.closest(key === ' ' ? 'a, button' : '[tabindex="0"]')) return
  event.preventDefault()
  keys[key]()
})

const onClick = (selector, act) => inBar(selector).addEventListener('click', act)
const onChange = (selector, act) => inBar(selector).addEventListener('change', act)
onClick('.listen-play', speaker.toggle)
onClick('.listen-back', () => speaker.step(-1))
onClick('.listen-forward', () => speaker.step(1))
onClick('.listen-close', close)
onChange('#listen-rate', ({ target }) => {
  rate = Number(target.value)
  chooseRate(lang, rate)
  speaker.repeat()
})
onChange('#listen-voice', ({ target }) => {
  voice = voicesFor(lang).find(({ voiceURI }) => voiceURI === target.value)
  chooseVoice(lang, voice)
  status.textContent = whereItGoes()
  speaker.repeat()
})
onChange('#listen-timer', ({ target }) =>
  setTimer(target.value ? Date.now() + Number(target.value) * MS_PER_MINUTE : undefined),
)
onChange('#listen-through', () => store('listen-through', through.checked ? 'on' : undefined))
bar.addEventListener('listen', open)
speechSynthesis.addEventListener?.('voiceschanged', showVoices)
// Voices read on after their page has gone.
addEventListener('pagehide', speaker.pause)
