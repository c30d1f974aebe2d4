import { html } from '../html.ts'
import type { FailureCode } from '../../failure.ts'
import type { Fragment } from '../fragment.ts'
import type { IconName } from '../parts/icon.ts'
import type { Person } from '../parts/person.ts'
import { problemBox } from '../parts/problem-box.ts'
import { layout } from './layout.ts'
import { allMessages } from '../messages/messages.ts'
import { translated } from '../messages/sentences.ts'

const messages = allMessages.failures

/** The page for a request that was refused; with the navigation of whoever is signed in. */
export function failurePage(failure: { code: FailureCode; detail: string }, person?: Person): Fragment {
  return errorPage({
    icon: ICONS[failure.code],
    title: messages.titles[failure.code],
    detail: translated(failure.detail),
    person,
  })
}

/** The page for a form of an earlier session; `from` is the page that it stands on, if known. */
export function expiredFormPage(from: string | undefined, person?: Person): Fragment {
  const { title, detail, back } = messages.expiredForm
  return errorPage({
    icon: 'clock',
    title,
    detail,
    person,
    back: from === undefined ? undefined : { href: from, label: back },
  })
}

/** The page for an internal error; `requestId` finds it in the log. */
export function internalErrorPage(requestId: string): Fragment {
  return errorPage({ title: messages.internalError.title, detail: messages.internalError.detail(requestId) })
}

/** Of what is no fault; all others have the usual one. */
const ICONS: { [Code in FailureCode]?: IconName } = {
  not_found: 'search',
  gone: 'trash',
  expired: 'clock',
  too_many_requests: 'clock',
  busy: 'clock',
  quota_exceeded: 'inbox',
}

type Problem = {
  icon?: IconName | undefined
  title: string
  detail: string
  person?: Person | undefined
  /** Where the button leads; to the queue by default. */
  back?: { href: string; label: string } | undefined
}

function errorPage({ icon, title, detail, person, back }: Problem): Fragment {
  const { href, label } = back ?? { href: '/queue', label: messages.toQueue }
  return layout(
    { title, width: 'narrow', person },
    problemBox({
      icon,
      title,
      text: detail,
      next: html`<a class="button main" href="${href}">${label}</a>`,
    }),
  )
}
