/** Writes the software bill of materials; returns 0, or 1 after saying why it could not. */
export function writeSbom(file: string, root?: string): Promise<number>
