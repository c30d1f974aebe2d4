/** Where the request came from: for records and limits. */
export type RequestOrigin = {
  address: string
  browser: string
  /** What limits by address count; undefined for who is exempt from them. */
  limited: string | undefined
  /** What wrong passwords for one account count by: nothing that a caller can make up. */
  vouched: string
}
