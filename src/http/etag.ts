/** Whether If-None-Match contains the ETag (weak comparison, RFC 9110 §13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || listed(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag)
}

/** Whether If-Match is absent or contains the ETag (strong comparison, RFC 9110 §13.1.1). */
export function isMatch(ifMatch: string | undefined, etag: string): boolean {
  return ifMatch === undefined || ifMatch.trim() === '*' || listed(ifMatch).includes(etag)
}

function listed(header: string): string[] {
  return header.match(/(W\/)?"[^"]*"/g) ?? []
}
