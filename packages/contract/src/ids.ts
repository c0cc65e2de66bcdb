/** Ids are UUIDs in lower case. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether the text has the form of an id. What may be in upper case has to be brought to lower case before. */
export const isId = (text: string): boolean => ID.test(text)
