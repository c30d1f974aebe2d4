import { html } from '../html.ts'
import { MIN_PASSWORD_LENGTH } from '../../accounts/password.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { attributes } from '../parts/attributes.ts'
import { codeField, textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.reset

/** Another way into the account, which the person can keep. */
export type KeepableAccess = {
  kind: 'passkey' | 'identity' | 'agent'
  id: string
  name: string
  addedAt: number
  lastUsedAt: number | null
}

/** What the person selected to keep: ids by the kind of access, and whether two-step sign-in stays. */
export type KeptAccess = Record<KeepableAccess['kind'], ReadonlySet<string>> & { totp: boolean }

export type ResetView = {
  formToken: string
  token: string
  email: string
  now: number
  keepableAccess: KeepableAccess[]
  /** Whether the form asks for a code; if not, and `isTotpEnabled`, it offers to keep two-step sign-in. */
  needsCode: boolean
  isTotpEnabled: boolean
  notice?: Notice | undefined
  /** What is selected already, after a mistake in the form. */
  keptAccess?: KeptAccess | undefined
}

/** The page behind a link that resets a password, once. */
export function resetPage(view: ResetView): Fragment {
  const { formToken, token, email, needsCode, notice } = view
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.heading}</h1>
      <p>${messages.forAccount(html`<strong><bdi>${email}</bdi></strong>`)}</p>
      ${noticeBox(notice)}
      <form class="account-form" method="post" action="/reset">
        ${formTokenField(formToken)}
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${textField({
          name: 'password',
          label: allMessages.signing.newPassword,
          type: 'password',
          autocomplete: 'new-password',
          hint: allMessages.signing.passwordHint(MIN_PASSWORD_LENGTH),
          isWrong: notice?.field === 'password',
        })}
        ${needsCode && codeField(messages.code, notice?.field === 'code')} ${keepAccessFields(view)}
        <button class="button main">${messages.button}</button>
      </form>
    </section>`,
  )
}

/** Nothing is selected when the page opens, so that only what the person recognises is kept. */
function keepAccessFields({
  keepableAccess,
  isTotpEnabled,
  needsCode,
  now,
  keptAccess,
}: ResetView): Fragment | undefined {
  const offersTotp = isTotpEnabled && !needsCode
  if (keepableAccess.length === 0 && !offersTotp) return undefined
  return html`<fieldset class="setting">
    <legend>${messages.keep.heading}</legend>
    <p class="hint">${messages.keep.text}</p>
    ${keepableAccess.map((access, index) => accessField(access, index, { now, keptAccess }))}
    ${offersTotp && choice({ id: 'keep-totp', name: 'keep_totp', value: 'yes', text: html`${messages.keep.totp}`, isSelected: keptAccess?.totp ?? false })}
  </fieldset>`
}

function accessField(
  { kind, id, name, addedAt, lastUsedAt }: KeepableAccess,
  index: number,
  { now, keptAccess }: Pick<ResetView, 'now' | 'keptAccess'>,
): Fragment {
  const used =
    lastUsedAt === null ? messages.keep.neverUsed : messages.keep.lastUsed(relativeTime(lastUsedAt, now))
  const text = html`${messages.keep[kind](html`<bdi>${name}</bdi>`)}
    <span class="hint">${messages.keep.added(relativeTime(addedAt, now))}, ${used}</span>`
  const isSelected = keptAccess?.[kind].has(id) ?? false
  return choice({ id: `keep-${kind}-${index}`, name: `keep_${kind}`, value: id, text, isSelected })
}

function choice({
  id,
  name,
  value,
  text,
  isSelected,
}: {
  id: string
  name: string
  value: string
  text: Fragment
  isSelected: boolean
}): Fragment {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${id}"
      name="${name}"
      value="${value}"
      ${attributes({ checked: isSelected || undefined })}
    />
    <label for="${id}">${text}</label>
  </div>`
}
