// The number of unread items on the icon of the installed app, where a person chose that on this device.
import { readStored, store } from './storage.js'

const BADGE = 'badge'

export const hasBadge = () => readStored(BADGE) === 'on'
export const chooseBadge = (isOn) => store(BADGE, isOn ? 'on' : undefined)

/** Takes the number from the navigation, which every page has. */
export const showBadge = () => {
  if (!navigator.setAppBadge || !hasBadge()) return
  const count = document.querySelector('.app-sidebar .icon-inbox .count')?.textContent ?? ''
  // Refused where the system shows none.
  navigator.setAppBadge(Number(count.replaceAll(/\D/g, ''))).catch(() => {})
}

export const clearBadge = () => navigator.clearAppBadge?.().catch(() => {})
