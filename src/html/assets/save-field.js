// The field of the dialog that saves links.
import { $, openDialog } from './page.js'

export const listenToSaveField = () => {
  /** Links that are pasted anywhere on the list are offered to be saved. */
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

  /** In the field for links Enter saves one, and begins a line once there are several. */
  addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event
    if (key !== 'Enter' || shiftKey || event.isComposing || !target.matches('#save textarea.links')) return
    if (!event.ctrlKey && !event.metaKey && target.value.trim().includes('\n')) return
    event.preventDefault()
    target.form.requestSubmit()
  })
}
