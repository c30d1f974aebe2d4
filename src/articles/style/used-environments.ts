import { ENVIRONMENTS, EVERYWHERE } from './media.ts'
import type { Outline } from './outline.ts'
import type { StyleSheet } from './style-sheet.ts'

/** An environment as one page has to be looked at in it. */
export type UsedEnvironment = {
  /** Whether the page is painted light on dark where it says nothing. */
  isDark: boolean
  bit: number
}

/** One environment stands for all where nothing depends on them. */
export function environmentsOf(
  { colorScheme }: Outline,
  { rules, colorSchemes }: StyleSheet,
): UsedEnvironment[] {
  const scheme = [colorScheme, ...colorSchemes].join(' ')
  const depends =
    scheme.includes('dark') || rules.some(({ media }) => media.sure !== EVERYWHERE && media.sure !== 0)
  return ENVIRONMENTS.slice(0, depends ? undefined : 1).map((environment, at) => ({
    isDark: scheme.includes('dark') && (environment.isDark || !scheme.includes('light')),
    bit: 1 << at,
  }))
}
