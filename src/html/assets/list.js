// The keyboard, the palette and the suggestions of tags, and the contents, on pages that have no script of their own.
import { followContents } from './contents.js'
import { followManagedRows } from './managed.js'
import { $, enqueue, followUp, listenToKeys, loadPage, requestOfChoice, showControls } from './page.js'

listenToKeys({})
showControls()
followContents()
followManagedRows()

/** Choices of appearance are saved at once. */
addEventListener('change', ({ target: { form, name, value } }) => {
  if (!form?.matches('.settings')) return
  if (name === 'theme') document.documentElement.dataset.theme = value
  const request = requestOfChoice(form, name)
  enqueue(async () => {
    const page = await loadPage('/account', request.address, request.body)
    // All words of the page change.
    if (name === 'language') return location.reload()
    $('.notices').replaceChildren(...$('.notices', page).childNodes)
    showControls()
  }).catch((answer) => followUp(request, answer))
})
