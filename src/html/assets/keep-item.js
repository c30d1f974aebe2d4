// On the page of an article, where the device keeps articles: the button that keeps this one too.
import { MAX_CHOSEN, changeChosen, readChosen } from './chosen-items.js'
import { syncOffline } from './offline-sync.js'

const offer = async (account) => {
  const place = document.querySelector('.keep-item')
  if (!place) return
  const [button, status] = [place.querySelector('button'), place.querySelector('[role=status]')]
  const { item, words: json } = place.dataset
  const words = JSON.parse(json)
  const show = async () => {
    const isChosen = (await readChosen(account)).includes(item)
    button.textContent = isChosen ? words.remove : words.add
  }
  button.addEventListener('click', async () => {
    const chosen = await readChosen(account)
    const isChosen = chosen.includes(item)
    if (!isChosen && chosen.length >= MAX_CHOSEN) {
      status.textContent = words.tooMany
      return
    }
    await changeChosen(account, (all) => (isChosen ? all.filter((id) => id !== item) : [...all, item]))
    await show()
    status.textContent = ''
    const problem = await syncOffline(account, { isForced: true })
    status.textContent = words[problem] ?? (isChosen ? words.removed : words.added)
  })
  await show()
  place.hidden = false
}

/** Shows the button for the account whose articles this device keeps, again where an action has replaced it. */
export const offerToKeep = async (account) => {
  addEventListener('replaced', () => offer(account))
  await offer(account)
}
