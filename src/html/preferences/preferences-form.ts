import { html } from '../html.ts'
import { SETTING_CHOICES, type SettingName, type Settings } from '../../accounts/settings.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'

export const SETTINGS_PATH = '/settings'

const messages = allMessages.reader.settings

/** A person's display settings, and the path to redirect to once they are saved. */
export type SettingsFormOptions = {
  settings: Settings
  formToken: string
  returnTo: string
  /** By default all. */
  names?: SettingName[]
}

export const SETTING_NAMES = Object.keys(SETTING_CHOICES) as SettingName[]

/** The display settings form: a row of choices for each setting. */
export function settingsForm({
  settings,
  formToken,
  returnTo,
  names = SETTING_NAMES,
}: SettingsFormOptions): Fragment {
  return html`<form class="settings" method="post" action="${SETTINGS_PATH}">
    ${formTokenField(formToken)} ${returnField(returnTo)}
    ${names.map((name) => setting(name, settings[name]))}
    <button class="button quiet">${messages.apply}</button>
  </form>`
}

function setting<Name extends SettingName>(name: Name, chosen: string): Fragment {
  const labels: Record<string, string> = messages.choices[name]
  const choice = (value: string) => {
    const checked = value === chosen || undefined
    return html`<label
      ><input${attributes({ type: 'radio', name, value, checked })} /><span>${labels[value]}</span></label
    >`
  }
  return html`<fieldset class="setting">
    <legend>${messages.names[name]}</legend>
    <div class="choices">${SETTING_CHOICES[name].map(choice)}</div>
  </fieldset>`
}
