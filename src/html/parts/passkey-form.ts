import { html } from '../html.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField } from './form-token.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.signing.passkey

type PasskeyForm = {
  /** The WebAuthn ceremony. */
  kind: 'registration' | 'authentication'
  action: string
  formToken: string
  button: string
  buttonClass: 'main' | 'quiet'
  fields?: Fragment | undefined
}

/** A form that the script submits with a passkey; hidden without the script. */
export function passkeyForm({ kind, action, formToken, button, buttonClass, fields }: PasskeyForm): Fragment {
  return html`<form
    class="account-form"
    method="post"
    action="${action}"
    data-passkey="${kind}"
    data-options="/passkeys/${kind}-options"
    data-unused="${messages.unused}"
    data-known="${messages.known}"
    data-failed="${messages.failed('#')}"
    data-no-response="${messages.noResponse}"
    hidden
  >
    ${formTokenField(formToken)} ${fields}
    <input type="hidden" name="credential" value="" />
    <button class="button ${buttonClass}">${button}</button>
    <p class="hint" role="status"></p>
  </form>`
}

/** The script of such forms, for the head of the page; it blocks rendering until the forms are shown. */
export function passkeyScript(): Fragment {
  return html`<script type="module" blocking="render" src="${assets().passkey.path}"></script>`
}
