import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { icon, type IconName } from './icon.ts'

type ProblemBox = {
  icon?: IconName | undefined
  title: string
  /** What happened. */
  text: Fragment | string
  /** What to do, where the button doesn't say it. */
  advice?: Fragment | string | undefined
  /** The one thing to do next. */
  next: Fragment
  /** For whoever looks into it. */
  details?: Fragment | false | undefined
}

/** The content of a page that says what went wrong. */
export function problemBox({
  icon: name = 'alert',
  title,
  text,
  advice,
  next,
  details,
}: ProblemBox): Fragment {
  return html`<section class="problem">
    ${icon(name)}
    <h1>${title}</h1>
    <p dir="auto">${text}</p>
    ${advice && html`<p>${advice}</p>`}
    <p>${next}</p>
    ${details}
  </section>`
}
