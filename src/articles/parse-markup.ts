import { Parser } from 'htmlparser2'

type MarkupEvents = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(): void
}

/** Parses markup; each run of text is reported as a whole. */
export function parseMarkup(html: string, { open, text, close }: MarkupEvents): void {
  // The parser reports each character reference separately.
  let run = ''
  function endText(): void {
    if (run !== '') text(run)
    run = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      endText()
      open(name, attributes)
    },
    ontext: (data) => void (run += data),
    onclosetag() {
      endText()
      close()
    },
  })
  parser.end(html)
  endText()
}
