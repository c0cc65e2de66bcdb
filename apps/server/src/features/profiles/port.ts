/** What other slices may ask of profiles. */
export { pictureUrl, presentPerson, type PersonRow } from './present.ts'
export { markDriver } from './store.ts'
