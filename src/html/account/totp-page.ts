import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { assets } from '../assets/assets.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { copyButton } from '../parts/copy-button.ts'
import { codeField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.account.totp

export type TotpSetUpView = {
  person: Person
  /** The key in base32, and encrypted for the form. */
  secret: string
  sealedSecret: string
  /** Rows of the QR code; true is dark. */
  modules: boolean[][]
  notice?: Notice | undefined
}

/** Shows the key for an authenticator app, and asks for the app's first code. */
export function totpSetUpPage({
  person,
  secret,
  sealedSecret: sealed,
  modules,
  notice,
}: TotpSetUpView): Fragment {
  return layout(
    { title: messages.title, person, current: 'account', width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      ${noticeBox(notice)}
      <p>${messages.scan}</p>
      ${qrCode(modules)}
      <p>${messages.manual}</p>
      <p><code class="key">${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p>
      <form class="account-form" method="post" action="/account/totp">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="secret" value="${sealed}" />
        ${codeField(messages.field, notice !== undefined)}
        <button class="button main">${messages.turnOn}</button>
      </form>
      <p><a href="/account">${allMessages.account.back}</a></p>
    </section>`,
  )
}

/** Shows new recovery codes, once. */
export function recoveryCodesPage({ person, codes }: { person: Person; codes: string[] }): Fragment {
  const head = html`<script type="module" src="${assets().copy.path}"></script>`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return layout(
    { title: messages.codesTitle, person, current: 'account', width: 'narrow', head },
    html`<section class="panel">
      <h1>${messages.codesTitle}</h1>
      <p>${messages.codesText}</p>
      <div class="codes">
        <ol>
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ol>
        ${copyButton()}
        <a class="button quiet" href="${file}" download="recovery-codes.txt">${messages.downloadCodes}</a>
      </div>
      <p><a class="button main" href="/account">${allMessages.account.back}</a></p>
    </section>`,
  )
}

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Black on white in every theme; by attributes, since the content security policy forbids inline styles. */
function qrCode(modules: boolean[][]): Fragment {
  const size = modules.length + 2 * QUIET_ZONE
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
  )
  return html`<svg
    class="qr-code"
    role="img"
    aria-label="${messages.qrCode}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${size}v${size}h-${size}z" />
    <path fill="#000" d="${dark.join('')}" />
  </svg>`
}
