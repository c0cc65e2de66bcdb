let drop = (_all: boolean) => {}

/** Drops loaded data, which depends on the person. `all`: also what is on the screen. Before any was loaded there is nothing to drop. */
export const forgetData = (all: boolean) => drop(all)

/** Called by the library that loads data, which is not in the first view. */
export function forgetWith(next: typeof drop) {
  drop = next
}
