import type { Fragment } from '../../fragment.ts'

/** A value that a text interpolates: plain text or an element. */
export type Slot = Fragment | string
