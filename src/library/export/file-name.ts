import { removeInvisible } from '../../text/invisible-characters.ts'

/** In bytes of UTF-8. File systems allow 255; a number and an extension are added. */
const MAX_BYTES = 150
/**
 * Characters that Windows, macOS, Linux or Obsidian's links don't allow, bidirectional controls and other control
 * characters.
 */
// prettier-ignore
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\/:*?"<>|#^[\]]+/g
/** Reserved device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i
const NO_NAME = 'Untitled'

/** Returns a function that makes unique file names which every system allows. They differ by more than case. */
export function createFileNames(ending: string): (title: string) => string {
  const usedNames = new Set<string>()
  /** The last number added to each name. Without it, thousands of equal titles would take quadratic time. */
  const last = new Map<string, number>()
  return (title) => {
    const name = safeName(title)
    const key = keyOf(name)
    let number = last.get(key) ?? 0
    let unique = name
    while (usedNames.has(keyOf(unique))) unique = `${name} (${++number})`
    if (number > 0) last.set(key, number)
    usedNames.add(keyOf(unique))
    return unique + ending
  }
}

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function safeName(title: string): string {
  const clean = removeInvisible(title.toWellFormed()).normalize('NFC').replace(UNSAFE, ' ')
  const name = trimmed(withinBytes(trimmed(clean)))
  if (name === '') return NO_NAME
  return DEVICE.test(name) ? `_${name}` : name
}

/** Windows drops dots and spaces at the end, and a dot at the beginning hides a file. */
function trimmed(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~]+/, '')
    .replace(/[\s.]+$/, '')
}

function withinBytes(text: string): string {
  let length = 0
  let end = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > MAX_BYTES) break
    end += character.length
  }
  return text.slice(0, end)
}
