import { html } from 'hono/html'
import { SETTING_CHOICES, type SettingName, type Settings } from '../../accounts/settings.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allWords } from '../words/words.ts'

/** Where a form of settings is sent to. */
export const SETTINGS_PATH = '/settings'

const words = allWords.reader.settings

/** How pages look to a person, and the path to come back to once they have chosen otherwise. */
export type SettingsUse = { settings: Settings; formToken: string; returnTo: string }

/** The form of how pages look: a row of choices for each setting. */
export function settingsForm({ settings, formToken, returnTo }: SettingsUse): Fragment {
  const names = Object.keys(SETTING_CHOICES) as SettingName[]
  return html`<form class="settings" method="post" action="${SETTINGS_PATH}">
    ${formTokenField(formToken)} ${returnField(returnTo)}
    ${names.map((name) => setting(name, settings[name]))}
    <button class="button quiet">${words.apply}</button>
  </form>`
}

function setting<Name extends SettingName>(name: Name, chosen: string): Fragment {
  const labels: Record<string, string> = words.choices[name]
  const choice = (value: string) => {
    const checked = value === chosen || undefined
    return html`<label
      ><input${attributes({ type: 'radio', name, value, checked })} /><span>${labels[value]}</span></label
    >`
  }
  return html`<fieldset class="setting">
    <legend>${words.names[name]}</legend>
    <div class="choices">${SETTING_CHOICES[name].map(choice)}</div>
  </fieldset>`
}
