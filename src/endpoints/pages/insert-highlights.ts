import { textRunsOf } from '../../articles/article-text.ts'
import { insertMarks } from '../../articles/insert-marks.ts'
import { allMessages } from '../../html/messages/messages.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import type { PresentedArticle } from '../shared/present-article.ts'
import type { RunSlow } from '../../text/quote/find-quote.ts'
import { marksOf, type PlacedHighlights, placeHighlights } from './placed-highlights.ts'

type HighlightedArticle = PlacedHighlights & { article: PresentedArticle | 'too-complex' | undefined }

/** An article with its highlights drawn, and which of them it has. Without highlights nothing is done to it. */
export async function insertHighlights(
  article: HighlightedArticle['article'],
  highlights: Highlight[],
  runSlow: RunSlow,
): Promise<HighlightedArticle> {
  if (highlights.length === 0 || typeof article !== 'object') return { article, placed: [], lost: highlights }
  const runs = textRunsOf(article.html)
  const { placed, lost } = await placeHighlights(runs, highlights, runSlow)
  const html = insertMarks(article.html, runs, {
    marks: marksOf(placed),
    labels: allMessages.highlights.marks,
  })
  return { article: { ...article, html }, placed, lost }
}
