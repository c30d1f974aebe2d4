import type { Reader } from '../articles/reader.ts'
import type { Services } from '../services.ts'

/** What jobs need beside the services of every request. */
export type JobServices = Services & { reader: Reader }
