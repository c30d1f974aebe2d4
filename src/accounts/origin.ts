/** Where the request came from: for records and limits. */
export type Origin = { address: string; browser: string; limited: string | undefined }
