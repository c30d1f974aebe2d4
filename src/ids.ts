declare const kind: unique symbol

/**
 * A string that names a row of one kind. Any string can be taken for one, but an id of one kind is never taken for one of
 * another, so that arguments in the wrong order don't compile. Kinds exist for the compiler only.
 */
type Id<Kind extends string> = string & { readonly [kind]?: Kind }

export type AccountId = Id<'account'>
export type ItemId = Id<'item'>
/** Of a client of OAuth: an agent, a script or the extension. */
export type ClientId = Id<'client'>
export type GrantId = Id<'grant'>

/** Names an item of an account. */
export type ItemKey = { accountId: AccountId; itemId: ItemId }
