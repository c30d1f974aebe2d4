import type { Fragment } from '../fragment.ts'
import { escapeHtml, raw } from '../html.ts'

/** The defined attributes, each after a space; `true` gives one without a value. Names are not escaped. */
export function attributes(attrs: Record<string, string | number | true | undefined>): Fragment {
  let rendered = ''
  for (const name in attrs) {
    const value = attrs[name]
    if (value === undefined) continue
    rendered += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
  }
  return raw(rendered)
}
