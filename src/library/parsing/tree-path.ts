/** A folder of a tree that a file stores as a list. */
export type TreeFolder = { name: string; parent: string | undefined }

/** The names from the outermost folder to this one. The path ends at a folder that contains itself. */
export function folderPath(folders: Map<string, TreeFolder>, id: string): string[] {
  const names: string[] = []
  const passed = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !passed.has(at); at = folders.get(at)?.parent) {
    passed.add(at)
    const folder = folders.get(at)
    if (!folder) break
    names.unshift(folder.name)
  }
  return names
}
