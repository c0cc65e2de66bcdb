export declare const program: string
export declare const flags: string[]
export declare function flagsFor(version: string): string[]
export declare const presets: Record<string, string>
export declare function serverEnvironment(): Record<string, string | undefined>
