import { widest } from './source-set.ts'

/** The sources of a picture element, for the images in it. */
export type Picture = {
  add(sourceSet: string): void
  /** About the widest of the candidates so far. */
  choose(): string | undefined
}

/** No real picture has so many, and each image after a further one looks through all again. */
const MAX_SOURCES = 20

/** Makes a picture without sources; what it chooses from them is found once for all its images. */
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
