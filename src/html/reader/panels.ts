import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { unsnoozeItem } from '../../queue/actions/unsnooze-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import { actionForm, type ActionFormOptions, failedSubmission } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { snoozeDay, snoozePresets } from '../actions/snooze-presets.ts'
import { tagList } from '../items/item-tags.ts'
import { agentName } from '../parts/agent-name.ts'
import { SETTING_NAMES, settingsForm } from '../preferences/preferences-form.ts'
import { allMessages } from '../messages/messages.ts'
import { panel } from './panel.ts'
import { formOptions, type ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** The actions whose forms are in a panel. */
export const PANEL_ACTIONS: ItemAction[] = [snoozeItem, unsnoozeItem, tagItem, untagItem, editItem]

/** What an article shows of them. */
const TEXT_SETTINGS = SETTING_NAMES.filter((name) => name !== 'density' && name !== 'language')

export const hasSnoozePanel = ({ item }: ReadingView): boolean => snoozeItem.isOffered(item)
export const hasTagPanel = ({ item }: ReadingView): boolean => tagItem.isOffered(item) || item.tags.length > 0
export const hasNotePanel = ({ item }: ReadingView): boolean => editItem.isOffered(item)

/** What the toolbar opens: snoozing, tags, title and note, and the appearance of the text. */
export function panels(view: ReadingView): Fragment {
  return html`${hasSnoozePanel(view) && snoozePanel(view)} ${hasTagPanel(view) && tagPanel(view)}
  ${hasNotePanel(view) && notePanel(view)} ${view.article && appearancePanel(view)}`
}

function isFailed(action: ItemAction, view: ReadingView): boolean {
  return failedSubmission(action, formOptions(view)) !== undefined
}

function snoozePanel(view: ReadingView): Fragment {
  const { item, now, person } = view
  const options = { ...formOptions(view), style: 'quiet' } satisfies ActionFormOptions
  const preset = ({ label, until }: ReturnType<typeof snoozePresets>[number]) =>
    actionForm(snoozeItem, { ...options, label, hiddenFields: { until } })
  const until = item.snoozedUntil
  return panel({
    id: 'snooze',
    title: messages.snoozeTitle,
    isWrong: isFailed(snoozeItem, view),
    content: html`${until !== null && html`<p>${messages.snoozedUntil(snoozeDay(until, person.timeZone))}</p>`}
      ${unsnoozeItem.isOffered(item) && actionForm(unsnoozeItem, options)}
      <div class="presets">${snoozePresets(now, person.timeZone).map(preset)}</div>
      ${actionForm(snoozeItem, options)}`,
  })
}

function tagPanel(view: ReadingView): Fragment {
  const { item, person, path } = view
  const options = { ...formOptions(view), style: 'quiet', label: messages.add } satisfies ActionFormOptions
  return panel({
    id: 'tags',
    title: messages.tagsTitle,
    isWrong: isFailed(tagItem, view),
    content: html`${tagList(item, { colours: person.tagColours, formToken: person.formToken, returnTo: path })}
    ${tagItem.isOffered(item) && actionForm(tagItem, { ...options, focus: 'tag' })}`,
  })
}

function notePanel(view: ReadingView): Fragment {
  const { item } = view
  return panel({
    id: 'note',
    title: item.note !== null && item.noteBy ? messages.noteBy(agentName(item.noteBy.name)) : messages.edit,
    isWrong: isFailed(editItem, view),
    content: actionForm(editItem, {
      ...formOptions(view),
      values: editItem.defaults(item),
      label: messages.save,
      focus: 'note',
    }),
  })
}

function appearancePanel({ settings, person, path }: ReadingView): Fragment {
  return panel({
    id: 'appearance',
    title: messages.settings.title,
    content: html`${settingsForm({ settings, formToken: person.formToken, returnTo: path, names: TEXT_SETTINGS })}
      <label class="checkbox" hidden
        ><input type="checkbox" id="keep-awake" autocomplete="off" /> ${messages.settings.keepAwake}</label
      >`,
  })
}
