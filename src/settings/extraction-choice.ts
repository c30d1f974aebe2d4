/**
 * How a page's article is found: by the service's judgement; the part with most text in it; the part that the page marks
 * as its article; or all of the page's text.
 */
export const EXTRACTION_CHOICES = ['automatic', 'main-text', 'marked-article', 'whole-page'] as const

export type ExtractionChoice = (typeof EXTRACTION_CHOICES)[number]

/** One way to read a page. */
export type ExtractionMethod = Exclude<ExtractionChoice, 'automatic'>

/** A known choice; undefined for anything else. */
export function parseExtractionChoice(given: string | null | undefined): ExtractionChoice | undefined {
  return EXTRACTION_CHOICES.find((choice) => choice === given)
}
