import { callBackground, type Status } from '../browser/messages.ts'
import { asFailure } from '../core/failure.ts'
import { isUnencrypted } from '../core/service-address.ts'
import { describeFailure, words } from '../core/words.ts'
import { byId, button, element, field, form, notice } from './element.ts'
import { waitingList } from './waiting-list.ts'

const text = words.options

async function refresh(): Promise<void> {
  await show(await callBackground('status'))
}

async function show(status: Status, notices?: HTMLElement): Promise<void> {
  const entries = await callBackground('waiting')
  byId('main').replaceChildren(
    service(status, notices),
    waitingList(entries, status.origin, refresh),
    element('p', { class: 'hint' }, text.privacy),
  )
}

function service(status: Status, notices: HTMLElement | undefined): HTMLElement {
  const { origin, isConnected } = status
  const address = element('input', {
    name: 'address',
    type: 'url',
    value: origin,
    required: true,
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const use = element('button', { class: 'button quiet' }, text.use)
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'service' },
    element('h2', { id: 'service' }, text.service),
    element('div', { id: 'notices', 'aria-live': 'polite' }, notices),
    form([field(text.address, address, text.addressHint), use], ({ address = '' }) => useAddress(address), {
      class: 'inline-form',
      novalidate: true,
    }),
    isUnencrypted(origin) && element('p', { class: 'failure' }, text.unencrypted),
    element('p', {}, isConnected ? text.connected(origin) : text.notConnected(origin)),
    isConnected ? button(text.signOut, 'quiet', signOut) : button(text.signIn, 'main', signIn),
  )
}

async function useAddress(address: string): Promise<void> {
  byId('notices').replaceChildren(element('p', { class: 'hint' }, text.checking))
  await attempt(async () => {
    const status = await callBackground('useAddress', { address })
    await show(status, notice('done', text.found(status.origin)))
  })
}

function signIn(): Promise<void> {
  return attempt(async () => {
    const status = await callBackground('signIn')
    await show(status, notice('done', text.connected(status.origin)))
  })
}

function signOut(): Promise<void> {
  return attempt(async () => {
    const { wasRevoked: wasTold } = await callBackground('signOut')
    const notices = wasTold ? notice('done', text.signedOut) : notice('mistake', text.signedOutHere)
    await show(await callBackground('status'), notices)
  })
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    byId('notices').replaceChildren(notice('mistake', describeFailure(asFailure(error))))
  }
}

addEventListener('online', () => void callBackground('retry', { id: undefined }).then(refresh))
void refresh()
