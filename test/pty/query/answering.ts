/** A world that answers every request, and what was asked and kept in it. */
import { answer } from "../../support/mod.ts";
import { said, type World, world } from "./world.ts";

/** Its answers are numbered. */
export const answering = (): Promise<World> =>
  world({ scripts: (request) => answer(`answer ${request.n}`) });

/** What each request at the provider consisted of, without the system's message. */
export const asked = (w: World): string[][] =>
  w.provider.requests.map(({ body }) => said(body).filter((each) => !each.startsWith("system")));

/** The types of the events that were kept, in order. */
export const types = async (w: World, directory?: string): Promise<string[]> =>
  (await w.events(directory)).map(({ type }) => type);

/** The types of a turn that was asked and answered. */
export const WHOLE_TURN = ["turn_start", "chat_request", "chat_response", "turn_end"];
