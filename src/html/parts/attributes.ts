import { html, raw } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** The attributes that are given, each after a space; `true` is one without a value. Names are our own. */
export function attributes(members: Record<string, string | number | true | undefined>): Fragment {
  const drawn = Object.entries(members).map(([name, value]) => {
    if (value === undefined) return ''
    return value === true ? raw(` ${name}`) : html` ${raw(name)}="${value}"`
  })
  return html`${drawn}`
}
