import { Failure } from '../../failure.ts'
import { removeInvisible } from '../../text/invisible-characters.ts'

export const MAX_TAG_LENGTH = 50
/** The most tags per item. */
export const MAX_TAGS = 30

const SOFT_HYPHEN = '\u00ad'

/** A tag in normalised form: lower case, single spaces, without a leading `#` and invisible characters. */
export function normaliseTag(text: string): string {
  return removeInvisible(text)
    .replaceAll(SOFT_HYPHEN, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/^[\s#]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Adds tags to those of an item, sorted and without duplicates. Throws `invalid_input` above MAX_TAGS. */
export function uniteTags(tags: string[], added: string[]): string[] {
  const united = [...new Set([...tags, ...added])].sort()
  if (united.length > MAX_TAGS) {
    const detail = `An item takes at most ${MAX_TAGS} tags.`
    throw new Failure('invalid_input', detail, { errors: [{ pointer: '#/tags', detail }] })
  }
  return united
}
