// Reads sentences aloud, one utterance each, whatever a browser's voices do: their events come late, twice or never.

/** Utterances that are handed over ahead, so that there is no gap between two. */
const QUEUED = 2
/** Milliseconds after a cancel, which some engines apply to what is spoken right after it as well. */
const AFTER_CANCEL = 100
/** Milliseconds that a sentence may take without any event: at least, and for each of its characters at rate 1. */
const MIN_PATIENCE = 10_000
const PATIENCE_PER_CHARACTER = 150

/**
 * Begins paused, at the first sentence. `utteranceOf` makes what is spoken of a sentence; `tell` hears of the `sentence`
 * it is at, of a `word` in it, of its `state` and of the `end`. A `problem` comes with a pause that nobody asked for.
 */
export const createSpeaker = ({ synthesis, sentences, utteranceOf, tell }) => {
  let at = 0
  let isPlaying = false
  /** The first sentence that is not handed over yet. */
  let next = 0
  /** What was handed over before a cancel belongs to an earlier round, and is not listened to any more. */
  let round = 0
  let stalls = 0
  let timer
  /** Browsers drop utterances that nobody holds, and their events with them. */
  let held = []

  let cancelledAt = -AFTER_CANCEL
  const silence = () => {
    round++
    clearTimeout(timer)
    held = []
    if (synthesis.speaking || synthesis.pending) cancelledAt = performance.now()
    synthesis.cancel()
  }

  const pause = (problem) => {
    if (!isPlaying) return
    isPlaying = false
    silence()
    tell.state({ isPlaying, problem })
  }

  /** Some network voices go silent for ever: the sentence is repeated once. */
  const watch = () => {
    clearTimeout(timer)
    const { text } = sentences[at]
    const [{ rate = 1 } = {}] = held
    timer = setTimeout(
      () => (++stalls > 1 ? pause('silent') : restart()),
      MIN_PATIENCE + (text.length * PATIENCE_PER_CHARACTER) / rate,
    )
  }

  const advance = (index) => {
    stalls = 0
    held.splice(0, index - at)
    at = index
    if (at < sentences.length) {
      tell.sentence(at)
      handOver()
      return
    }
    at = 0
    isPlaying = false
    silence()
    tell.state({ isPlaying })
    tell.end()
  }

  const speak = (index) => {
    const mine = round
    const utterance = utteranceOf(sentences[index])
    const on = (type, act) =>
      utterance.addEventListener(type, (event) => {
        // An end may come twice.
        if (mine === round && index >= at) act(event)
      })
    // The end before it got lost.
    const reach = () => (index > at ? advance(index) : watch())
    on('start', reach)
    on('boundary', ({ name, charIndex, charLength }) => {
      reach()
      if (name !== 'sentence') tell.word(at, charIndex, charLength)
    })
    on('end', () => advance(index + 1))
    on('error', ({ error }) => pause(error))
    held.push(utterance)
    synthesis.speak(utterance)
  }

  const handOver = () => {
    while (next < Math.min(at + QUEUED, sentences.length)) speak(next++)
    watch()
  }

  const begin = () => {
    next = at
    // A browser may have been left paused, and would then speak nothing.
    synthesis.resume()
    handOver()
  }

  const restart = () => {
    silence()
    const wait = cancelledAt + AFTER_CANCEL - performance.now()
    // Safari wants the first words within the click.
    if (wait > 0) timer = setTimeout(begin, wait)
    else begin()
  }

  const play = () => {
    if (isPlaying) return
    isPlaying = true
    stalls = 0
    tell.state({ isPlaying })
    tell.sentence(at)
    restart()
  }

  const goTo = (index) => {
    at = Math.max(0, Math.min(index, sentences.length - 1))
    stalls = 0
    tell.sentence(at)
    if (isPlaying) restart()
  }

  return {
    play,
    pause: () => pause(),
    toggle: () => (isPlaying ? pause() : play()),
    goTo,
    step: (by) => goTo(at + by),
    /** With another voice or rate. */
    repeat: () => isPlaying && restart(),
    isPlaying: () => isPlaying,
    position: () => at,
  }
}
