import type { Connection } from '../database/database.ts'

/** What a person can choose of how pages look, in the order in which it is offered. */
export const SETTING_CHOICES = {
  theme: ['system', 'light', 'dark'],
  size: ['small', 'medium', 'large', 'larger', 'largest'],
  font: ['serif', 'sans', 'wide'],
  lines: ['close', 'normal', 'open'],
  measure: ['narrow', 'normal', 'wide'],
} as const

export type SettingName = keyof typeof SETTING_CHOICES

export type Settings = { [Name in SettingName]: (typeof SETTING_CHOICES)[Name][number] }

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  size: 'medium',
  font: 'serif',
  lines: 'normal',
  measure: 'normal',
}

/** Takes from what came each choice that there is, and for the rest what was chosen before. */
export function chooseSettings(raw: Record<string, unknown>, before = DEFAULT_SETTINGS): Settings {
  const choose = <Choice>(choices: readonly Choice[], value: unknown, otherwise: Choice): Choice =>
    choices.find((choice) => choice === value) ?? otherwise
  return {
    theme: choose(SETTING_CHOICES.theme, raw['theme'], before.theme),
    size: choose(SETTING_CHOICES.size, raw['size'], before.size),
    font: choose(SETTING_CHOICES.font, raw['font'], before.font),
    lines: choose(SETTING_CHOICES.lines, raw['lines'], before.lines),
    measure: choose(SETTING_CHOICES.measure, raw['measure'], before.measure),
  }
}

/** The settings as an account keeps them: null until some are chosen; choices of another release are dropped. */
export function readSettings(kept: string | null): Settings {
  if (kept === null) return DEFAULT_SETTINGS
  try {
    const raw: unknown = JSON.parse(kept)
    return chooseSettings(typeof raw === 'object' && raw !== null ? { ...raw } : {})
  } catch {
    return DEFAULT_SETTINGS
  }
}

export async function saveSettings(db: Connection, accountId: string, settings: Settings): Promise<void> {
  await db.run('UPDATE accounts SET settings = ? WHERE id = ?', JSON.stringify(settings), accountId)
}
