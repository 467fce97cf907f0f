/**
 * Makes the README's pictures, `docs/*.svg`, from real runs of the binary on an emulated screen.
 *
 *     deno task pictures [NAME…]
 */

import { build } from "../build.ts";
import { play, SCENES } from "./scenes.ts";
import { drawSvg } from "./svg.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !SCENES.some((scene) => scene.name === name));
  if (unknown !== undefined) {
    console.error(
      `no picture "${unknown}"; there are ${SCENES.map(({ name }) => name).join(", ")}`,
    );
    return 2;
  }
  await build();
  await Deno.mkdir(`${ROOT}docs`, { recursive: true });
  for (const scene of SCENES) {
    if (names.length > 0 && !names.includes(scene.name)) continue;
    const path = `docs/${scene.name}.svg`;
    await Deno.writeTextFile(
      `${ROOT}${path}`,
      drawSvg({ title: scene.title, screen: await play(scene) }),
    );
    console.log(`drew ${path}`);
  }
  return 0;
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
