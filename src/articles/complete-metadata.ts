import { cleanText } from './clean-text.ts'
import { detectLanguage } from './detect-language.ts'
import { MAX_EXCERPT_LENGTH } from './page-metadata.ts'
import type { PageMetadata } from './page.ts'

/** The shortest paragraph that can serve as an excerpt, and the longest excerpt, in UTF-16 units. */
const MIN_PARAGRAPH = 60
const USUAL_LENGTH = 300

/** The number of a footnote after a sentence. */
const FOOTNOTE_NUMBER = /(?<=\p{L}{4}[.!?…]["”’)]?)\[?\d{1,3}\]?(?=\s|$)/gu

/** Adds the excerpt and the language, if the page doesn't declare them, from the text of the article. */
export async function completeMetadata(metadata: PageMetadata, text: string): Promise<PageMetadata> {
  return {
    ...metadata,
    excerpt: metadata.excerpt ?? chooseExcerpt(text, metadata.title),
    language: metadata.language ?? (await detectLanguage(`${metadata.title ?? ''}\n${text}`)),
  }
}

/** The first real paragraph, or else the first lines, truncated after a sentence or a word. */
function chooseExcerpt(text: string, title: string | null): string | null {
  const blocks = text
    .split(/\n{2,}/, 20)
    .map((block) => cleanText(block, 10 * MAX_EXCERPT_LENGTH) ?? '')
    .filter((block) => block !== '' && block !== title)
  const paragraph = blocks.find((block) => block.length >= MIN_PARAGRAPH && /[.!?…:。！？।]/.test(block))
  const beginning = (paragraph ?? blocks[0] ?? '').replace(FOOTNOTE_NUMBER, '')
  return cleanText(truncateAfterSentence(beginning), MAX_EXCERPT_LENGTH)
}

function truncateAfterSentence(paragraph: string): string {
  if (paragraph.length <= USUAL_LENGTH) return paragraph
  const beginning = paragraph.slice(0, USUAL_LENGTH)
  const sentence = /^.{80,}[.!?。！？।]["'”’)»]?(?=\s|$|[\u3040-\u9fff])/su.exec(beginning)?.[0]
  return (
    sentence ??
    `${beginning.slice(0, Math.max(beginning.lastIndexOf(' '), USUAL_LENGTH / 2)).replace(/[\s,;:–—-]+$/, '')}…`
  )
}
