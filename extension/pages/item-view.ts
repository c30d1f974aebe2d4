import { callBackground } from '../browser/messages.ts'
import type { LeftOut } from '../browser/save-tab.ts'
import { actionOf, type Entity, linkOf, textsOf } from '../core/siren.ts'
import { words } from '../core/words.ts'
import { button, type Child, element, field, form, notice } from './element.ts'

const text = words.popup

export type ShownItem = { item: Entity; isNew: boolean; leftOut: LeftOut }

type Handlers = {
  /** Shows the item as it is now. */
  show(shown: ShownItem, message?: string): void
  /** Runs `work` and shows its failure, if any. */
  attempt(work: () => Promise<void>): Promise<void>
  saveAgain(): Promise<void>
}

/** An item with the actions that the service offers for it. */
export function itemView(shown: ShownItem, { show, attempt, saveAgain }: Handlers, news?: string): Child[] {
  const { item, isNew, leftOut } = shown
  const isRemoved = item.class.includes('removed')

  const act = (name: string, fields: Record<string, string> = {}, done?: string) =>
    attempt(async () => {
      const action = actionOf(item, name)
      if (action)
        show({ ...shown, item: await callBackground('submitAction', { item, action, fields }) }, done)
    })
  const offered = (name: keyof typeof text.actions, kind: 'quiet' | 'danger' | 'main') =>
    actionOf(item, name) && button(text.actions[name], kind, () => act(name))

  const heading = isRemoved ? text.removed : isNew ? text.saved : text.again
  const self = linkOf(item, 'self')
  const open = self !== undefined && /^https?:/i.test(self) && self
  return [
    element('h2', { id: 'outcome', class: 'outcome', tabindex: '-1' }, heading),
    news ? notice('done', news) : undefined,
    element('p', { class: 'title' }, element('bdi', {}, item.title ?? '')),
    facts(item),
    leftOut && element('p', { class: 'hint' }, text.leftOut[leftOut]),
    element(
      'div',
      { class: 'actions' },
      offered('mark-read', 'quiet'),
      offered('mark-unread', 'quiet'),
      offered('favourite-item', 'quiet'),
      offered('unfavourite-item', 'quiet'),
      offered('remove-item', 'danger'),
      offered('restore-item', 'main'),
    ),
    !isRemoved && tags(item, act),
    !isRemoved && note(item, act),
    element(
      'div',
      { class: 'actions' },
      open &&
        element('a', { class: 'button plain', href: open, target: '_blank', rel: 'noopener' }, text.open),
      button(text.saveAgain, 'plain', saveAgain),
    ),
  ]
}

function facts(item: Entity): HTMLElement {
  const { site, favouritedAt } = item.properties
  const state = (['unread', 'read', 'snoozed', 'removed'] as const).find((name) => item.class.includes(name))
  const parts = [
    typeof site === 'string' ? site : undefined,
    state && text.states[state],
    favouritedAt ? text.states.favourite : undefined,
  ]
  return element('p', { class: 'hint' }, parts.filter((part) => part !== undefined).join(' · '))
}

type Act = (name: string, fields?: Record<string, string>, done?: string) => Promise<void>

function tags(item: Entity, act: Act): HTMLElement {
  const kept = textsOf(item.properties['tags'])
  const list = kept.map((tag) =>
    element(
      'li',
      {},
      element('bdi', {}, tag),
      actionOf(item, 'untag-item') &&
        button('×', 'chip', () => act('untag-item', { tag }), text.removeTag(tag)),
    ),
  )
  const input = element('input', { name: 'tag', autocomplete: 'off', maxlength: '50', required: true })
  const add = element('button', { class: 'button quiet' }, text.addTag)
  const addForm =
    actionOf(item, 'tag-item') &&
    form([field(text.newTag, input), add], ({ tag = '' }) => act('tag-item', { tag }), {
      class: 'inline-form',
    })
  return element(
    'div',
    { class: 'tagging' },
    list.length > 0 && element('ul', { class: 'tags', 'aria-label': text.tags }, ...list),
    addForm,
  )
}

function note(item: Entity, act: Act): Child {
  if (!actionOf(item, 'edit-item')) return undefined
  const kept = typeof item.properties['note'] === 'string' ? item.properties['note'] : ''
  const input = element('textarea', { name: 'note', rows: '2', maxlength: '5000' }, kept)
  const save = element('button', { class: 'button quiet' }, text.saveNote)
  return form(
    [field(text.note, input), save],
    ({ note = '' }) => act('edit-item', { note }, text.noteSaved),
    {
      class: 'note-form',
    },
  )
}
