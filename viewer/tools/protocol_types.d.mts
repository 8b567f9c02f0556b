export function protocolTypes(schema: object): string;
