import { isSameValue, type Change, type RecordedItem } from './change.ts'

/** What a person or an agent says of an item; the rest is what its page says, which goes with the page. */
const SAID = [
  'givenTitle',
  'titleBy',
  'tags',
  'note',
  'noteBy',
  'reason',
  'savedBy',
  'savedAt',
  'readAt',
  'favouritedAt',
  'snoozedUntil',
  'progress',
  'removedAt',
  'snapshot',
] as const satisfies (keyof RecordedItem)[]

export type Said = (typeof SAID)[number]

/** The fields of a line that can be taken back. */
export function saidIn({ before, after }: Change): Said[] {
  if (before === null || after === null) return []
  return SAID.filter((name) => name in after)
}

/** The tags that a line added and took off. */
export function tagsOf({ before, after }: Change): { added: string[]; taken: string[] } {
  const [was, is] = [before?.tags ?? [], after?.tags ?? []]
  return { added: is.filter((tag) => !was.includes(tag)), taken: was.filter((tag) => !is.includes(tag)) }
}

/** One thing that a line touched, in words by which two lines are compared; each tag is one by itself. */
export type Touch = {
  what: string
  isEqual(one: Partial<RecordedItem>, other: Partial<RecordedItem>): boolean
}

export function touchesOf(change: Change): Touch[] {
  const names = saidIn(change).filter((name) => name !== 'tags')
  const fields = [...Map.groupBy(names, (name) => WORDS[name])].map(([what, names]): Touch => ({
    what,
    isEqual: (one, other) => names.every((name) => isSameValue(one[name], other[name])),
  }))
  const { added, taken } = tagsOf(change)
  const tags = [...added, ...taken].map((tag): Touch => ({
    what: `the tag “${tag}”`,
    isEqual: (one, other) => one.tags?.includes(tag) === other.tags?.includes(tag),
  }))
  return [...fields, ...tags]
}

const WORDS: Record<Exclude<Said, 'tags'>, string> = {
  givenTitle: 'the title',
  titleBy: 'the title',
  note: 'the note',
  noteBy: 'the note',
  reason: 'the reason',
  savedBy: 'who saved it',
  savedAt: 'when it was saved',
  readAt: 'whether it is read',
  favouritedAt: 'whether it is a favourite',
  snoozedUntil: 'whether it is snoozed',
  progress: 'the progress',
  removedAt: 'whether it is in the trash',
  snapshot: 'the page',
}
