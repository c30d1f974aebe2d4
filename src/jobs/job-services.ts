import type { ExtractionPool } from '../articles/extraction-pool.ts'
import type { ThumbnailMaker } from '../articles/thumbnails/thumbnail-maker.ts'
import type { Services } from '../services.ts'

/** The services of jobs. */
export type JobServices = Services & { extractionPool: ExtractionPool; thumbnailMaker: ThumbnailMaker }
