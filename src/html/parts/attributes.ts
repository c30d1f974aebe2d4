import { html, raw } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** The defined attributes, each after a space; `true` gives one without a value. Names are not escaped. */
export function attributes(members: Record<string, string | number | true | undefined>): Fragment {
  let rendered = ''
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) rendered += value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`
  }
  return raw(rendered)
}

const SPECIAL = /[&<>'"]/

function escaped(value: string | number): string {
  return typeof value === 'string' && SPECIAL.test(value) ? String(html`${value}`) : String(value)
}
