import { widest } from './source-set.ts'

/** The sources of a picture element, for the images in it. */
export type Picture = {
  add(sourceSet: string): void
  /** About the widest of the candidates so far. */
  choose(): string | undefined
}

/** No real picture has more. Each image after a new source searches all of them again. */
const MAX_SOURCES = 20

/** Creates a picture without sources. The chosen source is cached for all its images. */
export function createPicture(): Picture {
  const sourceSets: string[] = []
  let chosen: { source: string | undefined } | undefined
  return {
    add(sourceSet) {
      if (sourceSets.length === MAX_SOURCES) return
      sourceSets.push(sourceSet)
      chosen = undefined
    },
    choose: () => (chosen ??= { source: widest(sourceSets) }).source,
  }
}
