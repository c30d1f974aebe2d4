import type { Connection } from '../../database/database.ts'
import type { ChangeContext, QueueChange } from '../change/change-queue.ts'
import { type Fields, type Input, type RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Item } from '../model/item.ts'
import type { Change } from '../history/change.ts'

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
  offered(item: Item): boolean
  /** Whether the item is already as the action would leave it, so that a repeat succeeds although it is not offered. */
  isDone(item: Item, raw: RawInput): boolean
  /** Returns the changed item, or the same object if nothing changes. Throws `invalid_input`. */
  apply(item: Item, raw: RawInput, context: ChangeContext): Item
  /** The item's current values by field, so that submitting the defaults changes nothing. */
  defaults(item: Item): Record<string, string>
}

/** The results of queue actions, by kind. */
export type Outcomes = { saved: Saved[]; changes: Changes; undone: Undone }

/** `act` is the number to undo it with. */
export type Saved = { item: Item; isNew: boolean; act: number | null } & SaveEffects

/** What saving a link did to an item that was there already. */
export type SaveEffects = {
  effects: ('moved-up' | 'marked-unread' | 'unsnoozed' | 'restored' | 'tagged')[]
  /** The given fields that were not taken, because somebody had written them before. */
  kept: ('title' | 'note')[]
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
  act: number | null
}

/** Fields of an item, by their names in the API, that an undo left as they are. `because` is a sentence. */
export type Kept = { fields: string[]; because: string }

/** Something that can be done to the queue as a whole. */
export type QueueActionWith<G extends keyof Outcomes> = Described & {
  scope: 'queue'
  method: 'POST'
  /** Below `/queue`; empty for the queue itself. */
  path: string
  outcome: G
  /** Looks up what the input refers to before the queue is locked; returns the input for `apply`. */
  prepare?(db: Connection, accountId: string, raw: RawInput): Promise<RawInput>
  /** Throws `invalid_input` or `unsupported_link`. */
  apply(queue: QueueChange, raw: RawInput): Promise<Outcomes[G]>
}

export type QueueAction = { [G in keyof Outcomes]: QueueActionWith<G> }[keyof Outcomes]

export type Action = ItemAction | QueueAction

type ItemActionOf<F extends Fields> = {
  name: string
  title: string
  description: string
  destroys?: true
  asksWeb?: true
  method: ItemAction['method']
  path?: string
  fields: F
  offered(item: Item): boolean
  isDone?(item: Item, input: Input<F>): boolean
  change(item: Item, input: Input<F>, context: ChangeContext): Item
  defaults?(item: Item): Record<string, string>
}

/** Declares an item action; its `change` gets the parsed fields. */
export function itemAction<const F extends Fields>(action: ItemActionOf<F>): ItemAction {
  const { change, path = action.name, defaults = () => ({}), isDone, ...rest } = action
  return {
    ...rest,
    scope: 'item',
    path,
    defaults,
    isDone: (item, raw) => isDone !== undefined && isDone(item, parseInput(action.fields, raw)),
    apply: (item, raw, context) => change(item, parseInput(action.fields, raw), context),
  }
}

type QueueActionOf<F extends Fields, G extends keyof Outcomes> = {
  name: string
  title: string
  description: string
  path: string
  outcome: G
  fields: F
  prepare?(db: Connection, accountId: string, raw: RawInput): Promise<RawInput>
  run(queue: QueueChange, input: Input<F>): Promise<Outcomes[G]>
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
    apply: (queue, raw) => run(queue, parseInput(action.fields, raw)),
  }
}
