import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground, type Status } from '../browser/background-calls.ts'
import { asFailure } from '../core/failure.ts'
import { isUnencrypted } from '../core/service-address.ts'
import { button, element, field, form, notice } from './element.ts'

/** The service in use: its address, and signing in and out. A typed address stays when the panel is updated. */
export function servicePanel(refresh: () => Promise<void>): {
  element: HTMLElement
  show(status: Status): void
} {
  let origin = ''
  const notices = element('div', { id: 'notices', 'aria-live': 'polite' })
  const input = element('input', {
    name: 'address',
    type: 'url',
    required: true,
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const unencrypted = element('p', { class: 'failure', hidden: true }, message('unencrypted'))
  const connection = element('p', {})

  async function attempt(work: () => Promise<HTMLElement>): Promise<void> {
    const result = await work().catch((error: unknown) =>
      notice('mistake', describeFailure(asFailure(error))),
    )
    await refresh()
    notices.replaceChildren(result)
  }
  const useAddress = (address: string) => {
    notices.replaceChildren(element('p', { class: 'hint' }, message('checking')))
    return attempt(async () => {
      const status = await callBackground('useAddress', { address })
      input.value = status.origin
      return notice('done', message('found', status.origin))
    })
  }
  const signIn = button(message('signIn'), { kind: 'main' }, () =>
    attempt(async () => notice('done', message('connected', (await callBackground('signIn')).origin))),
  )
  const signOut = button(message('signOut'), { kind: 'quiet' }, () =>
    attempt(async () => {
      const { wasRevoked } = await callBackground('signOut')
      return wasRevoked ? notice('done', message('signedOut')) : notice('mistake', message('signedOutHere'))
    }),
  )

  return {
    element: element(
      'section',
      { class: 'panel', 'aria-labelledby': 'service' },
      element('h2', { id: 'service' }, message('service')),
      notices,
      form(
        [
          field(message('address'), input, message('addressHint')),
          element('button', { class: 'button quiet' }, message('useAddress')),
        ],
        ({ address = '' }) => useAddress(address),
        { class: 'inline-form', novalidate: true },
      ),
      unencrypted,
      connection,
      signIn,
      signOut,
    ),
    show(status) {
      const isTouched = document.activeElement === input || (input.value !== '' && input.value !== origin)
      if (status.origin !== origin && !isTouched) input.value = status.origin
      origin = status.origin
      unencrypted.hidden = !isUnencrypted(origin)
      connection.textContent = connectionOf(status)
      const hadFocus = document.activeElement === signIn || document.activeElement === signOut
      signIn.hidden = status.isSignedIn
      signOut.hidden = !status.isSignedIn
      if (hadFocus) (status.isSignedIn ? signOut : signIn).focus()
    },
  }
}

function connectionOf({ origin, isSignedIn, account }: Status): string {
  if (!isSignedIn) return message('notConnected', origin)
  return account ? message('connectedAs', origin, account.email) : message('connected', origin)
}
