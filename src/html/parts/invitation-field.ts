import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** Carries the secret of an invitation link through the forms of signing up; nothing without one. */
export function invitationField(invitation: string): Fragment | undefined {
  if (invitation === '') return undefined
  return html`<input type="hidden" name="invitation" value="${invitation}" />`
}
