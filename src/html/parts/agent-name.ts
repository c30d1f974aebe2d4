import { html } from 'hono/html'
import { UNNAMED } from '../../oauth/client.ts'
import type { Fragment } from '../fragment.ts'

/** A name that an agent gave itself, kept from steering the text around it. */
export function agentName(name: string | null): Fragment {
  return html`<bdi>${inertName(name)}</bdi>`
}

/** The name without control, format and bidi characters. */
export function inertName(name: string | null): string {
  return name?.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || UNNAMED
}
