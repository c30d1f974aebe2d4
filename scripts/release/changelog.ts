const UNRELEASED = '## Unreleased\n'

/** What stands under "Unreleased" in a change log; empty where nothing does. */
export function releaseNotes(changelog: string): string {
  const [, notes = ''] = changelog.split(UNRELEASED)
  return notes.split(/^## /m)[0]!.trim()
}

/** The change log with what was unreleased under a version and its day, and nothing unreleased. */
export function withRelease(changelog: string, version: string, day: string): string {
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} (${day})\n`)
}

/** Whether a version is three numbers, as the browsers' stores take it, and comes after another. */
export function isNewer(version: string, current: string): boolean {
  if (!/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/.test(version)) return false
  const [ours, theirs] = [version, current].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const at = ours.findIndex((number, index) => number !== theirs[index])
  return at >= 0 && ours[at]! > theirs[at]!
}
