// The field of the forms that save links.

/** Enter saves one link, and begins a line once there are several; with Ctrl or ⌘ it saves those too. */
export const startSaveFields = () =>
  addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event
    if (key !== 'Enter' || shiftKey || event.isComposing || !target.matches('.save-link textarea.links'))
      return
    if (!event.ctrlKey && !event.metaKey && target.value.trim().includes('\n')) return
    event.preventDefault()
    target.form.requestSubmit()
  })
