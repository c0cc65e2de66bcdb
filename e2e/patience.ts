/** Where the machine is not ours it may stand still for a while: nothing there is broken, it is only late. */
const factor = process.env['CI'] ? 3 : 1

/** How long a story waits for what takes at most so many milliseconds. Not for what the product promises: that is asked as it stands. */
export const patient = (ms: number) => ms * factor
