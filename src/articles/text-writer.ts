/** Writes plain text. White space is pending until the next text, so that there is none at the end. */
export type TextWriter = {
  /** Begins a new line for the next text: `count` is 1, or 2 for a blank line before it. */
  breakLines(count: number): void
  /** Adds one line break. Several make a blank line. */
  addBreak(): void
  addSpace(): void
  dropSpace(): void
  /** Writes "- " before the next text. */
  beginListItem(): void
  endListItem(): void
  /** Writes text unchanged. */
  write(text: string): void
  /** Writes text with its white space collapsed. */
  writeCollapsed(text: string): void
  /** All that was written. */
  result(): string
}

export function createTextWriter(): TextWriter {
  const pieces: string[] = []
  let pendingBreaks = 0
  let hasPendingSpace = false
  let pendingMarker = ''

  function write(text: string): void {
    if (pieces.length > 0 && pendingBreaks > 0) pieces.push('\n'.repeat(pendingBreaks))
    else if (pieces.length > 0 && hasPendingSpace) pieces.push(' ')
    pieces.push(pendingMarker + text)
    pendingBreaks = 0
    hasPendingSpace = false
    pendingMarker = ''
  }

  return {
    breakLines(count) {
      if (pendingMarker === '') pendingBreaks = Math.max(pendingBreaks, count)
    },
    addBreak() {
      pendingBreaks = Math.min(pendingBreaks + 1, 2)
    },
    addSpace() {
      hasPendingSpace = true
    },
    dropSpace() {
      hasPendingSpace = false
    },
    beginListItem() {
      pendingMarker = '- '
    },
    endListItem() {
      pendingMarker = ''
      pendingBreaks = 1
    },
    write,
    writeCollapsed(text) {
      const line = text.replace(/\s+/g, ' ')
      if (line.startsWith(' ')) hasPendingSpace = true
      if (line.trim() === '') return
      if (pendingBreaks > 0 || pendingMarker !== '') hasPendingSpace = false
      write(line.trim())
      hasPendingSpace = line.endsWith(' ')
    },
    result: () => pieces.join(''),
  }
}
