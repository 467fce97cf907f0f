/** The fixture program whose main thread never moves again while a plugin runs. */
import { type Command, fixtureCommand, type Target } from "../../support/mod.ts";

export function stuckFixture(target: Exclude<Target, "binary">, ...args: string[]): Command {
  return fixtureCommand(target, "test/pty/plugins/fixtures/stuck.ts", ...args);
}
