import type { Occasion, QueueChange } from './change.ts'
import { type Fields, type Input, type RawInput } from './field.ts'
import { parseInput } from './parse-input.ts'
import type { Item } from './item.ts'

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
  /** Whether the item's state allows it now; what is not offered is refused. */
  offered(item: Item): boolean
  /** The item as it is afterwards; the same object where nothing changes. Throws `invalid_input`. */
  apply(item: Item, raw: RawInput, occasion: Occasion): Item
  /** What the item holds in each field now, so that submitting the defaults changes nothing. */
  defaults(item: Item): Record<string, string>
}

/** Something that can be done to the queue as a whole. */
export type QueueAction = Described & {
  scope: 'queue'
  method: 'POST'
  /** Below `/queue`; empty for the queue itself. */
  path: string
  /** Saves, and says which items came of it. Throws `invalid_input` or `unsupported_link`. */
  apply(change: QueueChange, raw: RawInput): Promise<Saved[]>
}

export type Saved = { item: Item; isNew: boolean }

export type Action = ItemAction | QueueAction

type ItemActionOf<F extends Fields> = {
  name: string
  title: string
  description: string
  destroys?: true
  method: ItemAction['method']
  path?: string
  fields: F
  offered(item: Item): boolean
  change(item: Item, input: Input<F>, occasion: Occasion): Item
  defaults?(item: Item): Record<string, string>
}

/** Declares an item action; its `change` gets the parsed fields. */
export function itemAction<const F extends Fields>(action: ItemActionOf<F>): ItemAction {
  const { change, path = action.name, defaults = () => ({}), ...rest } = action
  return {
    ...rest,
    scope: 'item',
    path,
    defaults,
    apply: (item, raw, occasion) => change(item, parseInput(action.fields, raw), occasion),
  }
}

type QueueActionOf<F extends Fields> = {
  name: string
  title: string
  description: string
  path: string
  fields: F
  run(change: QueueChange, input: Input<F>): Promise<Saved[]>
}

/** Declares an action on the queue; its `run` gets the parsed fields. */
export function queueAction<const F extends Fields>(action: QueueActionOf<F>): QueueAction {
  const { run, ...rest } = action
  return {
    ...rest,
    scope: 'queue',
    method: 'POST',
    apply: (change, raw) => run(change, parseInput(action.fields, raw)),
  }
}
