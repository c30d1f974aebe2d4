import { imageName } from '../../src/articles/images.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import {
  parseRendered,
  serializeRendered,
  fillInImages,
  type ShownImage,
} from '../../src/articles/rendered-article.ts'

/** An article as it is shown, made safe, stored and read again; the images of these sources are kept. */
export function presentArticle(html: string, kept: Record<string, ShownImage> = {}): string {
  const images = new Map(Object.entries(kept).map(([source, image]) => [imageName(source), image]))
  const stored = parseRendered(serializeRendered(renderArticle(html)))!
  return fillInImages(stored, (name) => images.get(name))
}

/** Without the ids by which its headings can be jumped to. */
export function withoutAnchors(html: string): string {
  return html.replace(/(<h[2-6]) id="[^"]*"/g, '$1')
}
