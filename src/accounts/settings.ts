import type { Connection } from '../database/database.ts'
import { LANGUAGES } from '../text/language.ts'
import type { AccountId } from '../ids.ts'
import { tryParseJson } from '../text/json.ts'

/** Appearance settings and their choices, in the order of the form. */
export const SETTING_CHOICES = {
  language: ['browser', ...LANGUAGES],
  theme: ['system', 'light', 'sepia', 'dark'],
  size: ['small', 'medium', 'large', 'larger', 'largest'],
  font: ['serif', 'sans', 'wide'],
  lines: ['close', 'normal', 'open'],
  measure: ['narrow', 'normal', 'wide'],
  justify: ['off', 'on'],
  density: ['comfortable', 'compact'],
} as const

export type SettingName = keyof typeof SETTING_CHOICES

export type Settings = { [Name in SettingName]: (typeof SETTING_CHOICES)[Name][number] }

export const DEFAULT_SETTINGS: Settings = {
  language: 'browser',
  theme: 'system',
  size: 'medium',
  font: 'serif',
  lines: 'normal',
  measure: 'normal',
  justify: 'off',
  density: 'comfortable',
}

/** Keeps each valid choice of untrusted input; takes the rest from the previous settings. */
export function parseSettings(raw: Record<string, unknown>, fallback = DEFAULT_SETTINGS): Settings {
  const choose = <Choice>(choices: readonly Choice[], value: unknown, fallback: Choice): Choice =>
    choices.find((choice) => choice === value) ?? fallback
  return {
    language: choose(SETTING_CHOICES.language, raw['language'], fallback.language),
    theme: choose(SETTING_CHOICES.theme, raw['theme'], fallback.theme),
    size: choose(SETTING_CHOICES.size, raw['size'], fallback.size),
    font: choose(SETTING_CHOICES.font, raw['font'], fallback.font),
    lines: choose(SETTING_CHOICES.lines, raw['lines'], fallback.lines),
    measure: choose(SETTING_CHOICES.measure, raw['measure'], fallback.measure),
    justify: choose(SETTING_CHOICES.justify, raw['justify'], fallback.justify),
    density: choose(SETTING_CHOICES.density, raw['density'], fallback.density),
  }
}

/** Parses the stored settings (null until some are chosen); ignores choices of another release. */
export function readSettings(json: string | null): Settings {
  if (json === null) return DEFAULT_SETTINGS
  const raw = tryParseJson(json)
  return parseSettings(typeof raw === 'object' && raw !== null ? { ...raw } : {})
}

export async function saveSettings(db: Connection, accountId: AccountId, settings: Settings): Promise<void> {
  await db.run('UPDATE accounts SET settings = ? WHERE id = ?', JSON.stringify(settings), accountId)
}
