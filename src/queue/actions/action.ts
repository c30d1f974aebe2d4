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
  /** Whether what was there before is lost from the item, though it may be brought back. */
  destroys?: true
  /** Whether it makes the service ask the web. */
  asksWeb?: true
  /** Whether the item's state allows it now; what is not offered is refused. */
  offered(item: Item): boolean
  /** The item as it is afterwards; the same object where nothing changes. Throws `invalid_input`. */
  apply(item: Item, raw: RawInput, context: ChangeContext): Item
  /** What the item holds in each field now, so that submitting the defaults changes nothing. */
  defaults(item: Item): Record<string, string>
}

/** What may come of an action on the queue. */
export type Outcomes = { saved: Saved[]; changes: Changes; undone: Undone }

/** `act`: the number by which it is taken back. */
export type Saved = { item: Item; isNew: boolean; act: number | null }

/**
 * What an item action did to several items; those that it was not offered for are as they were. `act` is the number
 * by which all of it is taken back, null where there is nothing to take back.
 */
export type Changes = { action: ItemAction; changed: Item[]; skipped: Skipped[]; act: number | null }
export type Skipped = {
  item: Item
  /** In words. */
  reason: string
}

/**
 * What came of taking back the act or change that `entry` names; items that are not as before say why. `words` sum it
 * up. `act` is the number of this undoing, null where nothing changed.
 */
export type Undone = {
  change: Change
  changed: Item[]
  skipped: Skipped[]
  words: string
  act: number | null
}

/** Something that can be done to the queue as a whole, and gives what came of it. */
export type QueueActionWith<G extends keyof Outcomes> = Described & {
  scope: 'queue'
  method: 'POST'
  /** Below `/queue`; empty for the queue itself. */
  path: string
  outcome: G
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
  change(item: Item, input: Input<F>, context: ChangeContext): Item
  defaults?(item: Item): Record<string, string>
}

/** Declares an item action; its `change` gets the parsed fields. */
export function itemAction<const F extends Fields>(action: ItemActionOf<F>): ItemAction {
  const { change: queue, path = action.name, defaults = () => ({}), ...rest } = action
  return {
    ...rest,
    scope: 'item',
    path,
    defaults,
    apply: (item, raw, context) => queue(item, parseInput(action.fields, raw), context),
  }
}

type QueueActionOf<F extends Fields, G extends keyof Outcomes> = {
  name: string
  title: string
  description: string
  path: string
  outcome: G
  fields: F
  /** `raw` is what came, for an action that hands it on. */
  run(queue: QueueChange, input: Input<F>, raw: RawInput): Promise<Outcomes[G]>
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
    apply: (queue, raw) => run(queue, parseInput(action.fields, raw), raw),
  }
}
