/**
 * For `addInitScript`: voices in place of those of a browser, which Chromium has none of under test. They are as
 * unreliable as real ones: the list comes late, an end is told twice, a cancel is told late and swallows what is spoken
 * right after it, and only a local voice tells its words. `speech` in the page drives them: nothing ends by itself.
 */
export const FAKE_SPEECH = `(() => {
  class Utterance extends EventTarget {
    constructor(text) {
      super()
      Object.assign(this, { text, rate: 1, voice: null, lang: '' })
    }
  }
  const voice = (name, lang, localService) =>
    ({ name, lang, localService, voiceURI: name, default: false })
  const all = globalThis.fakeVoices?.map((one) => voice(...one)) ?? [
    voice('Google UK English', 'en-GB', false),
    voice('Ada', 'en-GB', true),
    voice('Bob', 'en_US', true),
    voice('Marta', 'de_DE', true),
    voice('Natalie', 'fr-FR', false),
  ]
  const tell = (utterance, type, more = {}) =>
    utterance.dispatchEvent(Object.assign(new Event(type), more))
  let isKnown = false
  let isSwallowing = false
  let queue = []
  let started
  const said = []
  const begin = () => {
    if (queue[0] === started || queue.length === 0) return
    started = queue[0]
    if (started.text === '') return speech.end()
    said.push({ text: started.text, voice: started.voice.name, lang: started.lang, rate: started.rate })
    tell(started, 'start')
  }
  const fake = Object.assign(new EventTarget(), {
    getVoices: () => (isKnown ? all : []),
    speak(utterance) {
      if (isSwallowing) return
      queue.push(utterance)
      queueMicrotask(begin)
    },
    cancel() {
      localStorage.setItem('cancels', Number(localStorage.getItem('cancels') ?? 0) + 1)
      const gone = queue
      queue = []
      started = undefined
      if (gone.length === 0) return
      isSwallowing = true
      setTimeout(() => {
        isSwallowing = false
        gone.forEach((one, index) => {
          tell(one, 'error', { error: index === 0 ? 'interrupted' : 'canceled' })
          tell(one, 'end')
        })
      }, 20)
    },
    pause() {
      throw new Error('Android ends everything at a pause')
    },
    resume() {},
  })
  Object.defineProperty(fake, 'speaking', { get: () => queue.length > 0 })
  Object.defineProperty(fake, 'pending', { get: () => queue.length > 1 })
  globalThis.speech = {
    said,
    queued: () => queue.map(({ text }) => text),
    end() {
      const ended = queue.shift()
      tell(ended, 'end')
      begin()
      tell(ended, 'end')
    },
    /** The end of this one is never told. */
    loseEnd() {
      queue.shift()
      begin()
    },
    word(charIndex, charLength) {
      if (queue[0].voice.localService) tell(queue[0], 'boundary', { name: 'word', charIndex, charLength })
    },
    fail(error) {
      const failed = queue
      queue = []
      started = undefined
      for (const one of failed) tell(one, 'error', { error })
    },
  }
  Object.defineProperty(globalThis, 'speechSynthesis', { value: fake })
  globalThis.SpeechSynthesisUtterance = Utterance
  setTimeout(() => {
    isKnown = true
    fake.dispatchEvent(new Event('voiceschanged'))
  }, 50)
})()`
