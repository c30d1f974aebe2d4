/** Opens the dialog for saving with a link, below those that are typed there already. */
export const offerLink = (link) => {
  const dialog = document.getElementById('save')
  if (dialog.popover) dialog.showPopover()
  const field = dialog.querySelector('[name=url]')
  field.value = [field.value, link].filter(Boolean).join('\n')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
