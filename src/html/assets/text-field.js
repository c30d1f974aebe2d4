// Fields: what is wrong with one, and those of several lines, such as the one for links to save.

/** The button of the dialog says how many links there are, one on each line. */
const countLinks = ({ target }) => {
  const dialog = target.closest('#save')
  if (!dialog || !target.matches('textarea.links')) return
  const count = target.value.split('\n').filter((line) => /[^\s.]\.[^\s.]/.test(line)).length
  const button = dialog.querySelector('.save-link > .button')
  dialog.dataset.one ??= button.textContent
  const { one, several } = dialog.dataset
  button.textContent = count > 1 ? several.replace('#', count) : one
}

/** A mistake is shown below the field that it is about. */
export const placeMistake = () => {
  const field = document.querySelector('.field:has(> [aria-invalid][aria-describedby~="notice"])')
  const notice = document.querySelector('.notices > .notice.mistake')
  if (field && notice) field.append(notice)
}

/** With Ctrl or ⌘, Enter sends the form of any text of several lines; of the links to save, one alone needs no key. */
export const startTextFields = () => {
  addEventListener('input', countLinks)
  addEventListener('keydown', (event) => {
    const { key, target, shiftKey, ctrlKey, metaKey } = event
    if (key !== 'Enter' || shiftKey || event.isComposing || !target.matches('textarea')) return
    const isOneLink = target.matches('.save-link .links') && !target.value.trim().includes('\n')
    if (!ctrlKey && !metaKey && !isOneLink) return
    event.preventDefault()
    target.form?.requestSubmit()
  })
}
