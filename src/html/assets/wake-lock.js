// Keeps the screen on while somebody reads or listens, where a person chose that on this device.
import { readStored, store } from './storage.js'

const KEEP_AWAKE = 'keep-awake'
/** Milliseconds without a sign of reading, after which the screen may go off: whoever reads has fallen asleep or gone. */
const LONGEST_PAUSE = 600_000
const ACTIVITY = ['scroll', 'pointerdown', 'keydown', 'listened']

let lock
let isAsking = false
let idle
const isWanted = () => readStored(KEEP_AWAKE) === 'on'

const release = () => {
  clearTimeout(idle)
  idle = undefined
  lock?.release()
  lock = undefined
}

const keepAwake = async () => {
  if (!isWanted() || document.hidden) return
  clearTimeout(idle)
  idle = setTimeout(release, LONGEST_PAUSE)
  if (isAsking || (lock && !lock.released)) return
  isAsking = true
  // A browser refuses it while the battery is low.
  lock = await navigator.wakeLock.request('screen').catch(() => {})
  isAsking = false
  if (!isWanted()) release()
}

/** Actions replace the panel with the choice, so that it is filled in whenever it opens. */
export const offerWakeLock = () => {
  if (!navigator.wakeLock) return
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const choice = target.querySelector?.('#keep-awake')
      if (!choice) return
      choice.checked = isWanted()
      choice.closest('label').hidden = false
    },
    true,
  )
  addEventListener('change', ({ target }) => {
    if (target.id !== KEEP_AWAKE) return
    store(KEEP_AWAKE, target.checked ? 'on' : undefined)
    if (target.checked) keepAwake()
    else release()
  })
  for (const type of ACTIVITY) addEventListener(type, keepAwake, { passive: true })
  // The browser releases it whenever the page is hidden.
  document.addEventListener('visibilitychange', keepAwake)
  keepAwake()
}
