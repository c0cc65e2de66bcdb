/** Returns the SQLSTATE of a database error; on the embedded database errors are not pg.DatabaseError instances. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
