/** Text that was selected on a page, with the text before and after it. */
export type Quote = { exact: string; prefix: string; suffix: string }
