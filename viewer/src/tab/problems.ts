// "models/crane.yaml:12: what was found; what was expected": problems and their places.
export interface Problem {
  file: string; // "": of no file
  line: number; // from 1; 0: of the whole file
  text: string;
}

export function readProblem(message: string): Problem {
  const found = /^([^\s:][^:]*\.ya?ml)(?::(\d+))?: ([\s\S]*)$/.exec(message);
  return found === null
    ? { file: "", line: 0, text: message }
    : { file: found[1].replace(/^\//, ""), line: Number(found[2] ?? 0), text: found[3] };
}
