import type { Entry, Recorded } from './entry.ts'

/** What a person or an agent says of an item; the rest is what its page says, which nobody takes back. */
const SAID = [
  'givenTitle',
  'tags',
  'note',
  'reason',
  'savedBy',
  'savedAt',
  'readAt',
  'favouritedAt',
  'snoozedUntil',
  'progress',
  'removedAt',
] as const satisfies (keyof Recorded)[]

export type Said = (typeof SAID)[number]

/** The fields of a line that can be taken back. */
export function saidIn({ before, after }: Entry): Said[] {
  if (before === null || after === null) return []
  return SAID.filter((name) => name in after)
}

/** The tags that a line added and took off. */
export function tagsOf({ before, after }: Entry): { added: string[]; taken: string[] } {
  const [was, is] = [before?.tags ?? [], after?.tags ?? []]
  return { added: is.filter((tag) => !was.includes(tag)), taken: was.filter((tag) => !is.includes(tag)) }
}

/** What a line touched, in words by which two lines are compared; tags count each by itself. */
export function touchedBy(entry: Entry): string[] {
  const { added, taken } = tagsOf(entry)
  const fields = saidIn(entry).filter((name) => name !== 'tags')
  return [...fields.map((name) => WORDS[name]), ...[...added, ...taken].map((tag) => `the tag “${tag}”`)]
}

const WORDS: Record<Exclude<Said, 'tags'>, string> = {
  givenTitle: 'the title',
  note: 'the note',
  reason: 'the reason',
  savedBy: 'who saved it',
  savedAt: 'when it was saved',
  readAt: 'whether it is read',
  favouritedAt: 'whether it is a favourite',
  snoozedUntil: 'whether it is snoozed',
  progress: 'the progress',
  removedAt: 'whether it is in the trash',
}
