import type { Database } from '../database/database.ts'
import { LANGUAGES } from '../text/language.ts'
import type { AccountId } from '../ids.ts'
import { tryParseJson } from '../text/json.ts'

/** Appearance settings and their choices, in the order of the form. */
export const APPEARANCE_CHOICES = {
  language: ['browser', ...LANGUAGES],
  theme: ['system', 'light', 'sepia', 'dark'],
  size: ['small', 'medium', 'large', 'larger', 'largest'],
  font: ['serif', 'sans', 'wide'],
  lines: ['close', 'normal', 'open'],
  measure: ['narrow', 'normal', 'wide'],
  justify: ['off', 'on'],
  density: ['comfortable', 'compact', 'images'],
} as const

export type AppearanceSettingName = keyof typeof APPEARANCE_CHOICES

export type AppearanceSettings = {
  [Name in AppearanceSettingName]: (typeof APPEARANCE_CHOICES)[Name][number]
}

export const DEFAULT_APPEARANCE: AppearanceSettings = {
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
export function parseAppearanceSettings(
  raw: Record<string, unknown>,
  fallback = DEFAULT_APPEARANCE,
): AppearanceSettings {
  const choose = <Choice>(choices: readonly Choice[], value: unknown, fallback: Choice): Choice =>
    choices.find((choice) => choice === value) ?? fallback
  return {
    language: choose(APPEARANCE_CHOICES.language, raw['language'], fallback.language),
    theme: choose(APPEARANCE_CHOICES.theme, raw['theme'], fallback.theme),
    size: choose(APPEARANCE_CHOICES.size, raw['size'], fallback.size),
    font: choose(APPEARANCE_CHOICES.font, raw['font'], fallback.font),
    lines: choose(APPEARANCE_CHOICES.lines, raw['lines'], fallback.lines),
    measure: choose(APPEARANCE_CHOICES.measure, raw['measure'], fallback.measure),
    justify: choose(APPEARANCE_CHOICES.justify, raw['justify'], fallback.justify),
    density: choose(APPEARANCE_CHOICES.density, raw['density'], fallback.density),
  }
}

/** Parses the stored settings (null until some are chosen); ignores choices of another release. */
export function readAppearanceSettings(json: string | null): AppearanceSettings {
  if (json === null) return DEFAULT_APPEARANCE
  const raw = tryParseJson(json)
  return parseAppearanceSettings(typeof raw === 'object' && raw !== null ? { ...raw } : {})
}

/**
 * Saves each valid choice of untrusted input; the others stay as they are then, since another window may have just saved
 * one. Returns all of them.
 */
export function saveAppearanceSettings(
  db: Database,
  accountId: AccountId,
  raw: Record<string, unknown>,
): Promise<AppearanceSettings> {
  return db.transaction(async (tx) => {
    const row = await tx.row<{ settings: string | null }>(
      `SELECT settings FROM accounts WHERE id = ? ${tx.dialect.forUpdate}`,
      accountId,
    )
    const settings = parseAppearanceSettings(raw, readAppearanceSettings(row?.settings ?? null))
    await tx.run('UPDATE accounts SET settings = ? WHERE id = ?', JSON.stringify(settings), accountId)
    return settings
  })
}
