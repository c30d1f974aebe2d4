import type { Fragment } from '../../fragment.ts'

/** What a text takes in the place where its language wants it: words, or an element around them. */
export type Slot = Fragment | string
