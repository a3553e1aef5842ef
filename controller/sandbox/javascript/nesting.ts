/** Whether arrays and objects of a JSON text stand in one another deeper than `depth`. */
export function nestedDeeperThan(depth: number, json: string): boolean {
  let open = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') {
      if (++open > depth) return true;
    } else if (char === ']' || char === '}') open--;
  }
  return false;
}
