/** What other slices may use of the search. */
export { meets, meetsColumn, type Section } from './views-filters.ts'
