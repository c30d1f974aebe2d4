import type { SkipReason } from './parsing/entry.ts'

/** What a report says about rows that were skipped. */
export const SKIP_REASONS: Record<SkipReason, string> = {
  no_address: 'No link.',
  highlight_without_link: 'A highlight without the link of its page.',
  not_web: 'Not a web page. Only http and https links can be saved.',
  not_an_address: 'This isn’t a web address.',
  has_password: 'The link has a user name or password in it.',
  too_long: 'The link is longer than 4,096 characters.',
  feed: 'From a feed, not saved by you.',
  unreadable: 'This row isn’t in the expected format.',
}
