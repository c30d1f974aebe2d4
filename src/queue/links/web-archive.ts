import { siteOfHost } from '../model/url.ts'

/** Where a web archive lists its copies of an address, for people; `archive` is its own address. */
export function archiveListOf(archive: string, url: string): string {
  return `${archive}/2*/${url}`
}

/** Its latest copy, with the links and images of the archive but without its frame. */
export function archivedCopyOf(archive: string, url: string): string {
  return `${archive}/2if_/${url}`
}

/** The site that a job asks for a copy, as `site` of an item. */
export function archiveSite(archive: string): string {
  return siteOfHost(new URL(archive).hostname)
}
