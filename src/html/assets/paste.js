// Links that are pasted anywhere on the list are offered to be saved.
import { $, openDialog } from './page.js'

export const offerPasted = () =>
  addEventListener('paste', (event) => {
    if (event.target.matches('input, textarea, [contenteditable]')) return
    const text = event.clipboardData.getData('text').trim()
    if (!/https?:\/\//.test(text)) return
    event.preventDefault()
    openDialog('save')
    const field = $('#save [name=url]')
    field.value = [field.value, text].filter(Boolean).join('\n')
    field.focus()
  })
