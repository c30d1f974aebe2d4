/** A passage by its words (TextQuoteSelector of the Web Annotation Data Model), and its former position if known. */
export type Quote = { exact: string; prefix?: string; suffix?: string; near?: number }

/** Offsets in UTF-16 units. */
export type Range = { start: number; end: number }
