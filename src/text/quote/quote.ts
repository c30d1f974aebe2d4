/** A passage by its words (the TextQuoteSelector of the Web Annotation Data Model), and about where it was, if known. */
export type Quote = { exact: string; prefix?: string; suffix?: string; near?: number }

/** Offsets in UTF-16 units. */
export type Range = { start: number; end: number }
