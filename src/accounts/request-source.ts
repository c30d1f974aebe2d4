/** Where a request came from, for rate limits and the list of sign-ins. */
export type RequestSource = {
  ipAddress: string
  userAgent: string
  /** The network that rate limits count by; undefined when exempt, as on the local network. */
  rateLimitNetwork: string | undefined
  /** The network that wrong passwords count by; a caller can't spoof it with headers. */
  passwordLimitNetwork: string
}
