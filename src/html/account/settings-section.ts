import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

const messages = allMessages.account

/** A section of the settings; the page's contents lead to its heading, which has the id. */
export type SettingsSection = {
  id: string
  title: string
  /** What it is about or how it is set, beside the control. */
  text?: Fragment | string | undefined
  /** The one thing to do, at the end of the heading's line. */
  control?: Fragment | false | undefined
  content?: Fragment | false | undefined
}

export function settingsSection({ id, title, text, control, content }: SettingsSection): Fragment {
  return html`<section aria-labelledby="${id}">
    <div class="section-head">
      <div>
        <h3 id="${id}">${title}</h3>
        ${text && html`<p class="hint">${text}</p>`}
      </div>
      ${control}
    </div>
    ${content}
  </section>`
}

type ControlLabel = {
  label: string
  /** Completes the label for screen readers where it is short. */
  name?: string | undefined
  kind?: 'quiet' | 'danger'
}

/** A control that opens a form below the heading. */
export function openingControl(
  { label, name, kind = 'quiet' }: ControlLabel,
  { isOpen, form }: { isOpen: boolean; form: Fragment },
): Fragment {
  return html`<details${attributes({ open: isOpen || undefined })}>
    <summary class="button ${kind}">
      <span class="when-closed">${named(label, name)}</span><span class="when-open">${messages.close}</span>
    </summary>
    ${form}
  </details>`
}

/** The same control for whoever signed in a while ago: it first asks them to confirm who they are, and leads back. */
export function confirmingControl({ label, name, kind = 'quiet' }: ControlLabel, returnTo: string): Fragment {
  const href = `/account/confirm?return=${encodeURIComponent(returnTo)}`
  return html`<a class="button ${kind}" href="${href}">${named(label, name)}</a>`
}

function named(label: string, name: string | undefined): Fragment {
  return html`${label}${name !== undefined && html`<span class="visually-hidden"> ${name}</span>`}`
}

/** The address of a section. */
export function sectionPath(id: string): string {
  return `/account#${id}`
}
