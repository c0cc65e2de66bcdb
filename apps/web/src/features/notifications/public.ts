/** What other parts of the pages may use of notifications. Fetched only for somebody who is signed in. */
export { Bell } from './bell.tsx'
