import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** The hidden field with the secret of an invitation link; undefined without one. */
export function invitationField(invitation: string): Fragment | undefined {
  if (invitation === '') return undefined
  return html`<input type="hidden" name="invitation" value="${invitation}" />`
}
