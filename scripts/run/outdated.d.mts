export function describeOutdated(text: string): string | undefined
