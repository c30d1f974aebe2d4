import { html } from '../html.ts'
import {
  APPEARANCE_CHOICES,
  type AppearanceSettingName,
  type AppearanceSettings,
} from '../../accounts/appearance-settings.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'

export const SETTINGS_PATH = '/settings'

const messages = allMessages.reader.settings

/** A person's display settings, and the path to redirect to once they are saved. */
export type SettingsFormOptions = {
  settings: AppearanceSettings
  formToken: string
  returnTo: string
  /** By default all. */
  names?: AppearanceSettingName[]
}

export const SETTING_NAMES = Object.keys(APPEARANCE_CHOICES) as AppearanceSettingName[]

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

function setting<Name extends AppearanceSettingName>(name: Name, chosen: string): Fragment {
  const labels: Record<string, string> = messages.choices[name]
  const choice = (value: string) => {
    const checked = value === chosen || undefined
    return html`<label
      ><input${attributes({ type: 'radio', name, value, checked })} /><span>${labels[value]}</span></label
    >`
  }
  return html`<fieldset class="setting">
    <legend>${messages.names[name]}</legend>
    <div class="choices">${APPEARANCE_CHOICES[name].map(choice)}</div>
  </fieldset>`
}
