// The last searches of a person on this device.
import { readStored, store } from './storage.js'

const KEY = 'recent-searches'
const MAX_SEARCHES = 5

export const readSearches = () => {
  try {
    return JSON.parse(readStored(KEY) ?? '[]').filter((text) => typeof text === 'string')
  } catch {
    return []
  }
}

export const rememberSearch = (typed) => {
  const text = typed.trim()
  if (!text) return
  const others = readSearches().filter((other) => other !== text)
  store(KEY, JSON.stringify([text, ...others].slice(0, MAX_SEARCHES)))
}

export const forgetSearches = () => store(KEY, undefined)
