import { html, raw } from '../html.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { languageTagOf } from '../items/item-parts.ts'
import { attributes } from '../parts/attributes.ts'

/** An article as an HTML document, for programs; `article` is sanitised already. */
export function contentDocument(item: Item, article: string): Fragment {
  const title = titleOf(item)
  return html`${raw('<!doctype html>')}
    <html ${attributes({ lang: languageTagOf(item) })}>
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <link rel="canonical" href="${item.url}" />
      </head>
      <body>
        <article>
          <h1 dir="auto">${title}</h1>
          ${raw(article)}
        </article>
      </body>
    </html>`
}
