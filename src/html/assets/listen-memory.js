// Where each item was listened to last, and whether listening goes on with the next page.
import { readStored, store } from './storage.js'

const MAX_PLACES = 50
const PLACES = 'listen-places'
const CONTINUED = 'listening'

const readPlaces = () => {
  try {
    return JSON.parse(readStored(PLACES) ?? '[]')
  } catch {
    return []
  }
}

/** The number of a sentence; undefined where the item was not listened to, or to its end. */
export const placeOfItem = (item) => readPlaces().find(([id]) => id === item)?.[1]
export const rememberPlace = (item, place) => {
  const others = readPlaces().filter(([id]) => id !== item)
  const places = place === undefined ? others : [[item, place], ...others].slice(0, MAX_PLACES)
  store(PLACES, JSON.stringify(places))
}

/** Lets the next page begin by itself; `endsAt` is when the timer stops it, 0 for never. */
export const continueOnNext = (endsAt = 0) => {
  try {
    sessionStorage.setItem(CONTINUED, String(endsAt))
  } catch {
    // It waits for a press of the button.
  }
}
/** As given by the page before; undefined where this one was opened otherwise. */
export const continuedUntil = () => {
  try {
    const endsAt = sessionStorage.getItem(CONTINUED)
    return endsAt === null ? undefined : Number(endsAt)
  } catch {
    return undefined
  }
}
export const endContinuation = () => {
  try {
    sessionStorage.removeItem(CONTINUED)
  } catch {
    // There was none.
  }
}
