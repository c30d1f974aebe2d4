import type { Reader } from '../articles/reader.ts'
import type { Services } from '../services.ts'

/** The services of jobs. */
export type JobServices = Services & { reader: Reader }
