export function makeModel(): Record<string, any>;
