/** Decodes percent-encoded text; undefined if it is malformed. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
