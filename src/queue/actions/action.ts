import type { ListServices } from '../lists/lists.ts'
import type { ChangeContext, ChangeServices, QueueChange } from '../change/queue-change.ts'
import { type Fields, type Input, type RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import type { TextServices } from '../content/load-shown-text.ts'
import type { HighlightsById, Passage } from '../highlights/highlight.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import type { Change } from '../history/change.ts'
import type { QueryContext } from '../search/query-context.ts'
import type { SavedSearch } from '../saved-searches/saved-search.ts'
import type { AccountId, ItemKey } from '../../ids.ts'

/** What item actions need besides the services of a change. */
export type ActionServices = ChangeServices & TextServices

/** The passage that an action is about, found before the queue was locked, and the article that it was found in. */
export type FoundPassage = { article: string; passage: Passage | null }

/** What an item action knows besides the item; `passage` is null where none was looked for, or there is no article. */
export type ItemContext = ChangeContext & Pick<QueueChange, 'random'> & { passage?: Passage | null }

type Described = {
  name: string
  title: string
  /** What it does, in plain words for an agent. */
  description: string
  fields: Fields
}

/** Something that can be done to one item. */
export type ItemAction = Described & {
  scope: 'item'
  method: 'PUT' | 'PATCH' | 'DELETE'
  /** Below the item's own address; empty for the item itself. */
  path: string
  /** Whether it overwrites or removes existing data, even if that can be undone. */
  destroys?: true
  /** Whether it makes the service fetch something from the web. */
  asksWeb?: true
  /** Whether the item's state allows it now; if not, running it is refused. */
  isOffered(item: Item): boolean
  /** Whether the item is already as the action would leave it, so that a repeat succeeds although it is not offered. */
  isAlreadyApplied(item: Item, raw: RawInput): boolean
  /** Why an item that is not in the trash does not offer it, as the end of a sentence; by default its state. */
  unavailableReason?(item: Item): string
  /** Finds the passage that the input means, before the queue is locked. Throws `not_found` or `invalid_input`. */
  prepare?(services: ActionServices, on: ItemKey, raw: RawInput): Promise<FoundPassage>
  /** Loads the highlights that `apply` needs. */
  load?(
    queueChange: Pick<QueueChange, 'tx' | 'accountId'>,
    item: Item,
    given: { raw: RawInput; passage: Passage | null },
  ): Promise<HighlightsById>
  /** Returns the changed item, or the same object if nothing changes. Throws `invalid_input`. */
  apply(item: HighlightedItem, raw: RawInput, context: ItemContext): HighlightedItem
  /** The item's current values by field, so that submitting the defaults changes nothing. */
  defaults(item: Item): Record<string, string>
}

/** The results of queue actions, by kind. */
export type Outcomes = {
  saved: Saved[]
  changes: Changes
  undone: Undone
  search: SearchOutcome
  imported: Imported
}

/** `act` is the number to undo it with. */
export type Saved = { item: Item; isNew: boolean; act: number | null } & SaveEffects

type SaveEffect =
  | 'moved-up'
  | 'marked-unread'
  | 'unsnoozed'
  | 'restored'
  | 'tagged'
  | 'title-set'
  | 'note-set'
  | 'reason-set'
  | 'reason-removed'
  | 'refetched'
  | 'page-taken'

/** What saving a link did to an item that was there already. */
export type SaveEffects = {
  effects: SaveEffect[]
  /** The given fields that were not taken: somebody had written them before, or the item is to be kept as it is. */
  kept: ('title' | 'note' | 'reason' | 'html')[]
  /** The reason that this save replaced; null if it replaced none. */
  replacedReason: string | null
}

/**
 * The result of item actions on several items; those that do not allow them are skipped. `act` is the number to undo all
 * of it with, or null if there is nothing to undo. A preview has changed nothing: `changed` are the items as they would be.
 */
export type Changes = {
  actions: ItemAction[]
  isPreview: boolean
  changed: Item[]
  skipped: Skipped[]
  /** The queries that no item matches. */
  unmatched: string[]
  act: number | null
}
export type Skipped = {
  item: Item
  /** A sentence for people and agents. */
  reason: string
}

/**
 * The result of undoing `change` or its act. `skipped` says why an item was not restored, `kept` what of a restored item,
 * by its id, was left as it is, and `words` sums up the result. `act` is the number of the undo itself, or null if nothing
 * changed.
 */
export type Undone = {
  change: Change
  changed: Item[]
  skipped: Skipped[]
  kept: ReadonlyMap<string, Kept[]>
  words: string
  /** Whether what was undone was an undo. */
  isRedo: boolean
  act: number | null
}

/** A saved search as it is now, or was until it was removed. `act` is null if nothing changed. */
export type SearchOutcome = { search: SavedSearch; isNew: boolean; isRemoved: boolean; act: number | null }

/**
 * How many links were new, how many were there already or twice among the entries, and which entries were skipped; rows are
 * counted from 1. `act` is the number to undo all of it with, or null if nothing changed.
 */
export type Imported = {
  added: number
  merged: number
  skipped: { row: number; reason: string }[]
  act: number | null
}

/** Fields of an item, by their names in the API, that an undo left as they are. `because` is a sentence. */
export type Kept = { fields: string[]; because: string }

/** Who asks for a change of which queue. */
export type AccountQueryContext = QueryContext & { accountId: AccountId }

/** Something that can be done to the queue as a whole. */
export type QueueActionWith<G extends keyof Outcomes> = Described & {
  scope: 'queue'
  method: 'POST'
  /** Below `/queue`; empty for the queue itself. */
  path: string
  outcome: G
  /** Looks up what the input refers to before the queue is locked; returns the input for `apply`. */
  prepare?(services: ListServices, queryContext: AccountQueryContext, raw: RawInput): Promise<RawInput>
  /** Throws `invalid_input` or `unsupported_link`. */
  apply(queueChange: QueueChange, raw: RawInput): Promise<Outcomes[G]>
}

export type QueueAction = { [G in keyof Outcomes]: QueueActionWith<G> }[keyof Outcomes]

export type Action = ItemAction | QueueAction

/** Those that agents have a tool for; to import, a tool that saves links is enough. */
export type ToolAction = Exclude<Action, QueueActionWith<'imported'>>

type ItemActionOf<F extends Fields> = {
  name: string
  title: string
  description: string
  destroys?: true
  asksWeb?: true
  method: ItemAction['method']
  path?: string
  fields: F
  isOffered(item: Item): boolean
  isAlreadyApplied?(item: Item, input: Input<F>): boolean
  unavailableReason?(item: Item): string
  prepare?: ItemAction['prepare']
  load?(
    queueChange: Pick<QueueChange, 'tx' | 'accountId'>,
    item: Item,
    given: { input: Input<F>; passage: Passage | null },
  ): Promise<HighlightsById>
  change(item: HighlightedItem, input: Input<F>, context: ItemContext): HighlightedItem
  defaults?(item: Item): Record<string, string>
}

/** Declares an item action; its `change` gets the parsed fields. */
export function itemAction<const F extends Fields>(action: ItemActionOf<F>): ItemAction {
  const {
    change,
    path = action.name,
    defaults = () => ({}),
    isAlreadyApplied,
    prepare,
    load,
    ...rest
  } = action
  return {
    ...rest,
    scope: 'item',
    path,
    defaults,
    isAlreadyApplied: (item, raw) =>
      isAlreadyApplied !== undefined && isAlreadyApplied(item, parseInput(action.fields, raw)),
    ...(prepare && { prepare }),
    ...(load && {
      load: (queueChange, item, { raw, passage }) =>
        load(queueChange, item, { input: parseInput(action.fields, raw), passage }),
    }),
    apply: (item, raw, context) => change(item, parseInput(action.fields, raw, context.now), context),
  }
}

type QueueActionOf<F extends Fields, G extends keyof Outcomes> = {
  name: string
  title: string
  description: string
  path: string
  outcome: G
  fields: F
  prepare?(services: ListServices, queryContext: AccountQueryContext, raw: RawInput): Promise<RawInput>
  run(queueChange: QueueChange, input: Input<F>): Promise<Outcomes[G]>
}

/** Declares an action on the queue; its `run` gets the parsed fields. */
export function queueAction<const F extends Fields, const G extends keyof Outcomes>(
  action: QueueActionOf<F, G>,
): QueueActionWith<G> {
  const { run, ...rest } = action
  return {
    ...rest,
    scope: 'queue',
    method: 'POST',
    apply: (queueChange, raw) => run(queueChange, parseInput(action.fields, raw, queueChange.now)),
  }
}
