/** Whether this machine has a program: a test that needs one it may lack says so and is skipped. */
export function installed(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((directory) => {
    try {
      const { isFile, mode } = Deno.statSync(`${directory}/${program}`);
      return isFile && ((mode ?? 0) & 0o111) !== 0;
    } catch {
      return false;
    }
  });
}
