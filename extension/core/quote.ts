/** Words of a page that were selected, and what stands before and after them. */
export type Quote = { exact: string; prefix: string; suffix: string }
