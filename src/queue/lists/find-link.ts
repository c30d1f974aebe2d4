import { type Fields, LINK_FIELDS } from '../input/field.ts'

/** What finding the item of a link takes; in a body, since addresses in a query are written into logs on the way. */
export const FIND_FIELDS = { url: LINK_FIELDS.url } as const satisfies Fields
