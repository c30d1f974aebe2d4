/** Whether an If-None-Match header already has this ETag (weak comparison, RFC 9110 §13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || listed(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag)
}

/** Whether an If-Match header lets a change of what has this ETag pass (strong comparison, §13.1.1). */
export function isMatch(ifMatch: string | undefined, etag: string): boolean {
  return ifMatch === undefined || ifMatch.trim() === '*' || listed(ifMatch).includes(etag)
}

function listed(header: string): string[] {
  return header.match(/(W\/)?"[^"]*"/g) ?? []
}
