// The dialog for searching is a palette from its first use on; what that takes is loaded then. Without it, the dialog is a
// form that leads to the search page.
import { forgetSearches } from './recent-searches.js'

export const offerPalette = () => {
  const form = document.getElementById('search')
  form?.addEventListener('focusin', () => import(form.dataset.script), { once: true })
  for (const signOut of document.querySelectorAll('.sign-out'))
    signOut.addEventListener('submit', forgetSearches)
}
