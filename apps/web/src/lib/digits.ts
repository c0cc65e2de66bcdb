/** Returns the text with Latin digits in place of Arabic ones. */
export const latinDigits = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
