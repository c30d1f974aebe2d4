// Rows of tags and saved searches are edited, sorted and filtered in place, without a page load.
import { $, $$, enqueue, followUp, loadPage, requestOf, showControls } from './page.js'

/** Milliseconds after the last key. */
const FILTER_DELAY = 150
const PARTS = ['main', '.app-sidebar']

const editedIndex = () => $$('.managed > li').findIndex((row) => row.matches('.edited'))
/** The field that is edited, else what was done, else the row whose form closed. */
const focusFirst = (index) => {
  const field = $('.managed [aria-invalid], .managed [autofocus]')
  const closed = $$('.managed > li')[index]
  ;(field ?? $('#notice') ?? (closed && $('.icon-more', closed)))?.focus()
}
const replace = (parts, page) => {
  for (const part of parts) $(part)?.replaceChildren(...($(part, page)?.childNodes ?? []))
  showControls()
}
const show = (request) =>
  enqueue(async () => {
    const index = editedIndex()
    replace(PARTS, await loadPage(location.pathname, request.address, request.body))
    focusFirst(index)
  }).catch((answer) => followUp(request, answer))

/** Only the rows change, so that what is typed stays. */
const showRows = (address) =>
  enqueue(async () => {
    replace(['.managed-rows'], await loadPage(location.pathname, address))
    history.replaceState(history.state, '', address)
  }).catch((answer) => followUp({ address }, answer))

const filterAddress = (form) => `${form.getAttribute('action')}?${new URLSearchParams(new FormData(form))}`

export const followManagedRows = () => {
  let timer
  addEventListener('input', ({ target: { form } }) => {
    if (!form?.matches('.managed-filter')) return
    clearTimeout(timer)
    timer = setTimeout(() => showRows(filterAddress(form)), FILTER_DELAY)
  })
  addEventListener('submit', (event) => {
    const { target: form, submitter, defaultPrevented } = event
    if (defaultPrevented || !form.matches('main:has(.managed) form')) return
    event.preventDefault()
    if (form.matches('.managed-filter')) showRows(filterAddress(form))
    else show(requestOf(form, submitter))
  })
  addEventListener('click', (event) => {
    const link = event.target.closest('main a[data-in-place]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show({ address: link.getAttribute('href') })
  })
}
