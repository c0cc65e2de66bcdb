/** What other slices may use of the search. */
export { filterColumns, meets, meetsColumn, type Section } from './views-filters.ts'
