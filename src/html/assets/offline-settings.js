// The setting of a device to keep articles: how many, what they take, and what the browser says of keeping them.
import { chooseBadge, clearBadge, hasBadge, showBadge } from './badge.js'
import { askState, keptAccount, readDeviceState, readStore } from './offline-store.js'
import { switchOff, switchOn } from './offline-switch.js'
import { syncOffline } from './offline-sync.js'

const BYTES_PER_MB = 1_000_000
const section = document.querySelector('#offline')
const find = (selector) => section.querySelector(selector)
const words = JSON.parse(section.dataset.words)
const status = find('.offline-status')
const images = find('#offline-images')
const counts = [...section.querySelectorAll('[name=offline-count]')]

/** The browser's offer to install the app, which it makes where it isn't installed yet. */
let installation
/** Only Safari on phones and tablets knows this, and makes no offer. */
const needsSteps = navigator.standalone === false

/** Once articles are kept: browsers delete less of what an installed app keeps. */
const showInstallation = async () => {
  const isOn = (await keptAccount()) !== undefined
  find('#install').hidden = !installation
  find('.install-steps').hidden = !needsSteps
  find('.install').hidden = !isOn || !(installation || needsSteps)
}

const install = async () => {
  const offer = installation
  // It can be taken up once.
  installation = undefined
  await offer.prompt()
  await showInstallation()
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installation = event
  showInstallation()
})

const badge = find('#badge')
badge.addEventListener('change', async () => {
  chooseBadge(badge.checked)
  if (!badge.checked) return clearBadge()
  // An iPhone shows numbers of apps only that may notify.
  if (navigator.standalone) await Notification.requestPermission()
  showBadge()
})
badge.checked = hasBadge()
const isInstalled = matchMedia('(display-mode: standalone)').matches
badge.closest('label').hidden = !navigator.setAppBadge || !isInstalled

const choiceNow = () => ({
  count: Number(counts.find(({ checked }) => checked).value),
  images: images.checked,
})

const tellState = async (problem) => {
  const account = await keptAccount()
  const isOn = account !== undefined
  find('#offline-on').hidden = isOn
  find('#offline-off').hidden = !isOn
  find('#offline-link').hidden = !isOn
  await showInstallation()
  if (!isOn) {
    status.textContent = problem === 'ended' ? words.ended : ''
    return
  }
  const kept = await readStore(account, 'items')
  const { usage = 0 } = await navigator.storage.estimate()
  const said = [
    `${words.kept.replace('#', kept.length)}.`,
    `${words.size.replace('#', (usage / BYTES_PER_MB).toFixed(1))}.`,
    (await navigator.storage.persisted()) ? words.persisted : words.notPersisted,
  ]
  if (problem === 'unreached' || problem === 'busy') said.push(words[problem])
  if (problem === 'full' || (await readDeviceState(account, 'isFull'))) said.push(words.full)
  if (await readDeviceState(account, 'isEvicted')) said.push(words.evicted)
  status.textContent = said.join(' ')
}

const tellCount = (count) => (status.textContent = words.keeping.replace('#', count))

/** Keeps what is chosen now; the first time the browser is asked not to delete it. */
const turnOn = async () => {
  const state = await askState()
  if (!state?.account) {
    status.textContent = state?.isEnded ? words.ended : words.unreached
    return
  }
  tellCount(0)
  await switchOn(state.account, choiceNow(), state.words)
  await navigator.storage.persist()
  await tellState(await syncOffline(state.account, { onProgress: tellCount, isForced: true }))
}

const changeChoice = async () => {
  if ((await keptAccount()) !== undefined) await turnOn()
}

const turnOff = async () => {
  await switchOff()
  await tellState()
}

const showSetting = async () => {
  find('.offline-unsupported').hidden = true
  find('.offline-settings').hidden = false
  const account = await keptAccount()
  const choice = account && (await readDeviceState(account, 'choice'))
  if (choice) {
    images.checked = choice.images
    for (const count of counts) count.checked = Number(count.value) === choice.count
  }
  find('#offline-on').addEventListener('click', turnOn)
  find('#offline-off').addEventListener('click', turnOff)
  find('#install').addEventListener('click', install)
  for (const control of [...counts, images]) control.addEventListener('change', changeChoice)
  await tellState()
}

if (navigator.serviceWorker && navigator.locks && indexedDB.databases) showSetting()
