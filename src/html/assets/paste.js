// Links that are pasted anywhere on the list are offered to be saved.
import { offerLink } from './offer-link.js'

export const offerPasted = () =>
  addEventListener('paste', (event) => {
    if (event.target.matches('input, textarea, [contenteditable]')) return
    const text = event.clipboardData.getData('text').trim()
    if (!/https?:\/\//.test(text)) return
    event.preventDefault()
    offerLink(text)
  })
