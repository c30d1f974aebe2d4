// Which voice reads what, remembered on this device for each language.
import { readStored, store } from './storage.js'

const MAKERS = /\b(Google|Microsoft|Apple|Amazon|Samsung)\b/
export const RATES = { least: 0.5, most: 3 }

/** "de-DE" and "de_DE" alike. */
const regionOf = (lang) => lang.replaceAll('_', '-').toLowerCase()
export const languageOf = (lang) => regionOf(lang).split('-')[0]

const ranked = (voices, lang) => {
  const wanted = regionOf(lang)
  const regions = navigator.languages.map(regionOf)
  const rank = (voice) => {
    const region = regionOf(voice.lang)
    const at = regions.indexOf(region)
    const isWanted = region === wanted && wanted.includes('-')
    return [voice.localService ? 0 : 1, isWanted ? 0 : 1, at < 0 ? regions.length : at, voice.default ? 0 : 1]
  }
  const compare = (one, other) => {
    const ranks = rank(other)
    return rank(one)
      .map((value, index) => value - ranks[index])
      .find(Boolean)
  }
  return voices.toSorted((one, other) => compare(one, other) ?? 0)
}

/** The voices for a language, the best first, and all others where there is none. */
export const voicesFor = (lang) => {
  const all = speechSynthesis.getVoices()
  const fitting = all.filter((voice) => languageOf(voice.lang) === languageOf(lang))
  return ranked(fitting.length > 0 ? fitting : all, lang)
}

const keyOf = (what, lang) => `listen-${what}-${languageOf(lang)}`

export const chosenVoice = (lang) => {
  const uri = readStored(keyOf('voice', lang))
  return uri && speechSynthesis.getVoices().find(({ voiceURI }) => voiceURI === uri)
}
export const chooseVoice = (lang, { voiceURI }) => store(keyOf('voice', lang), voiceURI)

export const rateFor = (lang) => {
  const rate = Number(readStored(keyOf('rate', lang)))
  return rate >= RATES.least && rate <= RATES.most ? rate : 1
}
export const chooseRate = (lang, rate) => store(keyOf('rate', lang), String(rate))

/** The voice for a sentence in a text that `main` reads; one that sends it elsewhere only where a person chose that. */
export const voiceOf = (lang, main) => {
  if (!main || languageOf(lang) === languageOf(main.lang)) return main
  const fitting = voicesFor(lang).filter((voice) => languageOf(voice.lang) === languageOf(lang))
  return chosenVoice(lang) ?? fitting.find(({ localService }) => localService) ?? main
}

/** Who gets the text from a voice that does not work on this device. */
export const makerOf = ({ name }) => MAKERS.exec(name)?.[0]
