export declare const program: string
export declare const flags: string[]
export declare function serverEnvironment(): Record<string, string | undefined>
