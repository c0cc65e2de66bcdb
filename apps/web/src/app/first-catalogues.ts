/** The catalogues of the first views. The build reads them too, to put their texts into one file per language. */

/** Shown around every page, so loaded before any of them. */
export const frameCatalogues = ['core', 'nav', 'errors'] as const

export const homeCatalogues = ['home', 'places', 'rides'] as const
export const searchCatalogues = ['places', 'rides', 'search'] as const
