import type { ShownText } from '../text/shown-text.ts'
import { blockStartsOf, textOfRuns, textRunsOf } from './article-text.ts'
import { parseRendered, fillInImages } from './rendered-article.ts'

/**
 * The text of a rendered article as it is shown, with the alternative text of images that are not stored. Undefined
 * for an article that could not be rendered.
 */
export function shownText(rendered: string, isKept: (imageName: string) => boolean): ShownText | undefined {
  const article = parseRendered(rendered)
  if (!article) return undefined
  const image = { href: '', width: 0, height: 0 }
  const html = fillInImages(article, (name) => (isKept(name) ? image : undefined))
  const runs = textRunsOf(html)
  return { text: textOfRuns(runs), blockStarts: blockStartsOf(html, runs) }
}
