/**
 * `--name N` arguments, over what each is without one; null for anything else.
 */
export function readNumbers<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> | null {
  const read: Record<Name, number> = { ...defaults };
  for (let index = 0; index < args.length; index += 2) {
    const name = Object.keys(defaults).find((each) => `--${each}` === args[index]);
    const text = args[index + 1] ?? "";
    if (name === undefined || !/^\d{1,15}$/.test(text)) return null;
    read[name as Name] = Number(text);
  }
  return read;
}
