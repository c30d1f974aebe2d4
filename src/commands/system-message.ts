type SystemError = { code?: string; message?: string; cause?: Error }

/** What the system or the engine says of an error. */
export function systemMessage(error: unknown): string {
  const { code = '', message = '', cause } = error as SystemError
  return cause?.message || message || code
}
