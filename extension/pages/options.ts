import { ask, type Status } from '../browser/messages.ts'
import { asFailure } from '../core/failure.ts'
import { isReadable } from '../core/service-address.ts'
import { tell, words } from '../core/words.ts'
import { byId, button, element, field, form, notice } from './element.ts'
import { waitingList } from './waiting-list.ts'

const text = words.options

async function refresh(): Promise<void> {
  await show(await ask('status'))
}

async function show(status: Status, news?: HTMLElement): Promise<void> {
  const entries = await ask('waiting')
  byId('main').replaceChildren(
    service(status, news),
    waitingList(entries, status.origin, refresh),
    element('p', { class: 'hint' }, text.learns),
  )
}

function service(status: Status, news: HTMLElement | undefined): HTMLElement {
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
    element('div', { id: 'news', 'aria-live': 'polite' }, news),
    form([field(text.address, address, text.addressHint), use], ({ address = '' }) => useAddress(address), {
      class: 'line',
      novalidate: true,
    }),
    isReadable(origin) && element('p', { class: 'why' }, text.readable),
    element('p', {}, isConnected ? text.connected(origin) : text.notConnected(origin)),
    isConnected ? button(text.signOut, 'quiet', signOut) : button(text.signIn, 'main', signIn),
  )
}

async function useAddress(address: string): Promise<void> {
  byId('news').replaceChildren(element('p', { class: 'hint' }, text.checking))
  await attempt(async () => {
    const status = await ask('useAddress', { address })
    await show(status, notice('done', text.found(status.origin)))
  })
}

function signIn(): Promise<void> {
  return attempt(async () => {
    const status = await ask('signIn')
    await show(status, notice('done', text.connected(status.origin)))
  })
}

function signOut(): Promise<void> {
  return attempt(async () => {
    const { wasTold } = await ask('signOut')
    const news = wasTold ? notice('done', text.signedOut) : notice('mistake', text.signedOutHere)
    await show(await ask('status'), news)
  })
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    byId('news').replaceChildren(notice('mistake', tell(asFailure(error))))
  }
}

addEventListener('online', () => void ask('retry', { id: undefined }).then(refresh))
void refresh()
