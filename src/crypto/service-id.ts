import type { Seal } from './seal.ts'

/** The header of the metadata in which a service says which one it is. */
export const SERVICE_ID_HEADER = 'Service-Id'

/** Tells services apart: all processes of one have the same id, which says nothing about the master key. */
export function serviceId(seal: Pick<Seal, 'sign'>): string {
  return seal.sign('service', 'id').slice(0, 22)
}
