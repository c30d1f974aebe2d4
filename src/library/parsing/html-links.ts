import { Parser } from 'htmlparser2'
import { Failure } from '../../failure.ts'

export type HtmlLink = {
  /** By name in lower case, with entities decoded. */
  attributes: Record<string, string>
  text: string
  /** The text of the `DD` after it. */
  description: string
  /** The folders of a bookmarks file that contain it, outermost first. */
  folders: string[]
  /** The text of the first-level heading before it. */
  heading: string
}

/** The most open elements, more than in any page or tree of folders. The parser's time grows with them. */
const MAX_DEPTH = 1000
/** The most attributes of an element: the parser gathers them all. */
const MAX_ATTRIBUTES = 1000
/** Longer titles and notes are cut. */
const MAX_TEXT = 20_000

/**
 * The links of an HTML file, in order. Bookmarks files don't close their tags, so they are read as a stream of tags
 * and texts: a heading opens a folder, and the end of a list closes it.
 */
export async function* htmlLinks(text: AsyncIterable<string>): AsyncGenerator<HtmlLink> {
  const found: HtmlLink[] = []
  const parser = linkParser((link) => void found.push(link))
  for await (const chunk of text) {
    parser.write(chunk)
    yield* found.splice(0)
  }
  parser.end()
  yield* found
}

type Part = 'link' | 'description' | 'folder' | 'heading' | 'none'

function linkParser(onLink: (link: HtmlLink) => void): Parser {
  /** The open lists, each with the folder whose content it is, if any. */
  const lists: (string | undefined)[] = []
  let link: HtmlLink | undefined
  let folder: string | undefined
  let heading = ''
  let part: Part = 'none'
  let depth = 0
  let attributeCount = 0

  function finish(): void {
    if (link) onLink({ ...link, text: link.text.trim(), description: link.description.trim() })
    link = undefined
    part = 'none'
  }

  return new Parser({
    onattribute() {
      attributeCount += 1
      if (attributeCount > MAX_ATTRIBUTES)
        throw new Failure('invalid_input', 'An element of the file has too many attributes.')
    },
    onopentag(name, attributes) {
      attributeCount = 0
      depth += 1
      if (depth > MAX_DEPTH) throw new Failure('invalid_input', 'The file nests too deeply.')
      if (name === 'a') {
        finish()
        const folders = lists.flatMap((one) => one?.trim() || [])
        link = { attributes, text: '', description: '', folders, heading: heading.trim() }
        part = 'link'
      } else if (name === 'dd') {
        part = link ? 'description' : 'none'
      } else if (name === 'h3') {
        finish()
        folder = ''
        part = 'folder'
      } else if (name === 'h1') {
        finish()
        heading = ''
        part = 'heading'
      } else if (name === 'dl') {
        finish()
        lists.push(folder)
        folder = undefined
      } else if (name === 'br' && link && part === 'description') {
        link.description += '\n'
      } else if (name === 'dt') {
        finish()
      }
    },
    ontext(text) {
      if (part === 'link' && link && link.text.length < MAX_TEXT) link.text += text
      if (part === 'description' && link && link.description.length < MAX_TEXT) link.description += text
      if (part === 'folder' && folder !== undefined && folder.length < MAX_TEXT) folder += text
      if (part === 'heading' && heading.length < MAX_TEXT) heading += text
    },
    onclosetag(name) {
      depth -= 1
      if (name === 'dl') {
        finish()
        lists.pop()
      } else if (name === 'a' || name === 'h3' || name === 'h1') {
        part = 'none'
      }
    },
    onend: finish,
  })
}
