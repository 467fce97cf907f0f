import assert from "node:assert/strict";
import {
  Router,
  RouterError,
  type RouterOptions,
  Shutdown,
} from "../../../../src/host/signals/mod.ts";
import { Machine } from "./machine.ts";

function start(
  machine: Machine,
  options: Partial<RouterOptions> & { workersGetSignals?: boolean } = {},
): Router {
  const { workersGetSignals = true, ...rest } = options;
  return new Router(machine.platform({ workersGetSignals }), { interactive: true, ...rest });
}

/** A press, long enough after the one before to be one of its own. */
function press(machine: Machine): void {
  machine.now += 30;
  machine.raise("SIGINT");
}

function reasonOf(router: Router): unknown {
  const { reason } = router.shutdown;
  assert.ok(reason instanceof Shutdown);
  return reason.reason;
}

Deno.test("the first press tells the topmost scope, without a sentinel", () => {
  const machine = new Machine();
  using router = start(machine);
  using below = router.enter("below");
  using top = router.enter("top");
  press(machine);
  assert.equal(router.memory.sentinelReady, false);
  assert.deepEqual([below.pending, top.pending], [false, true]);
  assert.equal(router.shutdown.aborted, false);
  assert.deepEqual(machine.deeds, []);
});

Deno.test("three presses: scope, message and token, message and death", () => {
  const machine = new Machine();
  using router = start(machine);
  using scope = router.enter("scope");
  press(machine);
  assert.equal(scope.pending, true);
  press(machine);
  assert.equal(reasonOf(router), "second-press");
  assert.deepEqual(machine.deeds, ['write 2 "\\r\\ngracefully shutting down…\\n"']);
  press(machine);
  assert.deepEqual(machine.deeds.slice(1), [
    'write 2 "\\r\\nterminating program…\\n"',
    "die by SIGINT",
  ]);
});

Deno.test("the token says why the shutdown began", () => {
  const causes: [string, (router: Router, machine: Machine) => void][] = [
    ["second-press", (_, machine) => {
      press(machine);
      press(machine);
    }],
    ["menu", (router, machine) => {
      const shown = router.show("menu");
      machine.now += 60_000;
      press(machine);
      shown[Symbol.dispose]();
    }],
    ["menu", (router) => router.dispatch({ kind: "leave" })],
    ["menu", (router) => router.dispatch({ kind: "escalate" })],
    ["sigterm", (_, machine) => machine.raise("SIGTERM")],
    ["sighup", (_, machine) => machine.raise("SIGHUP")],
    ["sighup", (router) => router.hangUp()],
  ];
  for (const [reason, cause] of causes) {
    const machine = new Machine();
    using router = start(machine);
    using _scope = router.enter("scope");
    cause(router, machine);
    assert.equal(reasonOf(router), reason);
  }
});

Deno.test("a press that every scope declines begins a shutdown", () => {
  const machine = new Machine();
  using router = start(machine);
  using bottom = router.enter("bottom");
  using top = router.enter("top");
  press(machine);
  top.decline();
  assert.equal(router.shutdown.aborted, false);
  bottom.decline();
  assert.equal(reasonOf(router), "declined");
});

Deno.test("a press without any scope begins a shutdown", () => {
  const machine = new Machine();
  using router = start(machine);
  press(machine);
  assert.equal(reasonOf(router), "declined");
});

Deno.test("without a terminal the first press begins the shutdown, the second ends it", () => {
  const machine = new Machine();
  using router = start(machine, { interactive: false });
  using scope = router.enter("scope");
  press(machine);
  assert.equal(scope.pending, false);
  assert.equal(reasonOf(router), "no-terminal");
  press(machine);
  assert.equal(machine.deeds.at(-1), "die by SIGINT");
});

Deno.test("SIGQUIT ends it at once, SIGHUP without a word", () => {
  const machine = new Machine();
  using router = start(machine);
  machine.raise("SIGQUIT");
  assert.deepEqual(machine.deeds, [
    'write 2 "\\r\\nterminating program…\\n"',
    "die by SIGINT",
  ]);
  const other = new Machine();
  using silent = start(other);
  other.raise("SIGHUP");
  silent.finishShutdown();
  assert.deepEqual(other.deeds, ["die by SIGHUP"]);
  assert.equal(router.state.phase, "ended");
});

Deno.test("what was ignored at the start is neither listened to nor taken over", () => {
  const machine = new Machine();
  machine.ignored.add("SIGHUP").add("SIGINT");
  using router = start(machine);
  assert.deepEqual(router.signals, ["SIGTERM", "SIGQUIT"]);
  assert.equal(machine.listening("SIGINT") + machine.listening("SIGHUP"), 0);
  assert.deepEqual(machine.deeds, ["ignore SIGINT", "ignore SIGHUP"]);
});

Deno.test("a press on a prompt puts it aside and tells the scope; on a reply it stays local", () => {
  const machine = new Machine();
  using router = start(machine);
  using scope = router.enter("scope");
  const prompt = router.show("prompt");
  press(machine);
  assert.equal(prompt.interrupted.aborted, true);
  assert.equal(scope.take(), true);
  prompt[Symbol.dispose]();
  router.answer();
  using reply = router.show("reply");
  press(machine);
  assert.equal(reply.interrupted.aborted, true);
  assert.equal(scope.pending, false);
});

Deno.test("what is on screen is what was shown last and is still there, in any order", () => {
  const machine = new Machine();
  using router = start(machine);
  const menu = router.show("menu");
  const reply = router.show("reply");
  assert.equal(router.state.screen, "reply");
  menu[Symbol.dispose]();
  assert.equal(router.state.screen, "reply");
  reply[Symbol.dispose]();
  reply[Symbol.dispose]();
  assert.equal(router.state.screen, "nothing");
});

Deno.test("a press is another program's while that holds the terminal raw, and nobody's behind a shell", () => {
  const machine = new Machine();
  using router = start(machine);
  using scope = router.enter("scope");
  router.memory.terminalFd = 5;
  machine.makeRaw();
  press(machine);
  assert.equal(scope.pending, false);
  assert.equal(router.shutdown.aborted, false);
  machine.foreground = 7;
  press(machine);
  assert.equal(reasonOf(router), "no-terminal");
});

Deno.test("a press relayed within the window is the same press, on each rung", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  const twice = (): void => {
    press(machine);
    machine.now += 1;
    machine.raise("SIGINT");
  };
  twice();
  assert.equal(router.shutdown.aborted, false);
  twice();
  assert.equal(router.shutdown.aborted, true);
  assert.ok(!machine.deeds.includes("die by SIGINT"));
  twice();
  assert.equal(machine.deeds.filter((deed) => deed === "die by SIGINT").length, 1);
});

Deno.test("a death after a press that came as a key takes the foreground group along", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  router.memory.terminalFd = 5;
  router.pressKey();
  machine.now += 30;
  router.pressKey();
  router.finishShutdown();
  assert.deepEqual(machine.deeds.slice(-3), [
    "default SIGINT",
    "kill -100 SIGINT",
    "die by SIGINT",
  ]);
});

Deno.test("a death after a signal is ours alone", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  router.memory.terminalFd = 5;
  press(machine);
  press(machine);
  router.finishShutdown();
  assert.ok(!machine.deeds.some((deed) => deed.startsWith("kill")));
  assert.equal(machine.deeds.at(-1), "die by SIGINT");
});

Deno.test("the third press kills the registered groups that are still registered", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  using _kept = router.registerGroup(301);
  router.registerGroup(302)[Symbol.dispose]();
  press(machine);
  press(machine);
  press(machine);
  assert.deepEqual(machine.deeds.filter((deed) => deed.startsWith("kill")), ["kill -301 SIGKILL"]);
});

Deno.test("a group there is no room for is refused aloud, and has room again later", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  const [first, ...others] = Array.from({ length: 64 }, (_, n) => router.registerGroup(1000 + n));
  assert.throws(
    () => router.registerGroup(999),
    (error) => error instanceof RouterError && error.reason === "registry full",
  );
  assert.throws(() => router.registerProcess(999), RouterError);
  first?.[Symbol.dispose]();
  router.registerGroup(2000);
  press(machine);
  press(machine);
  press(machine);
  const killed = machine.deeds.filter((deed) => deed.startsWith("kill"));
  assert.equal(killed.length, others.length + 1);
  assert.ok(killed.includes("kill -2000 SIGKILL"));
});

Deno.test("the deadline ends what does not end", async () => {
  const machine = new Machine();
  const died = Promise.withResolvers<void>();
  const platform = machine.platform();
  const system = { ...platform.system, dieBy: () => died.resolve() };
  using router = new Router({ ...platform, system }, {
    interactive: true,
    settings: { cooldownMs: 2000, timeoutMs: 1 },
  });
  using _scope = router.enter("scope");
  machine.raise("SIGTERM");
  machine.now += 1;
  await died.promise;
  assert.equal(router.state.phase, "ended");
});

Deno.test("with no time granted the message is out before the end", () => {
  const machine = new Machine();
  using router = start(machine, { settings: { cooldownMs: 2000, timeoutMs: 0 } });
  using _scope = router.enter("scope");
  const said: string[] = [];
  router.speakThrough({
    shuttingDown: () => void said.push("later"),
    lastLine: (message) => `now: ${message}`,
  }, false);
  press(machine);
  press(machine);
  assert.deepEqual(said, []);
  assert.deepEqual(machine.deeds, ['write 2 "now: shutting down"', "die by SIGINT"]);
});

Deno.test("what the sentinel began, the main thread carries on", () => {
  const machine = new Machine();
  using router = start(machine);
  using _scope = router.enter("scope");
  // As the sentinel leaves it: state and reason in the memory, nothing else.
  const { memory } = router;
  memory.ladder = {
    ...memory.ladder,
    phase: "shutting down",
    presses: 2,
    deadline: machine.now + 5000,
  };
  memory.shutdownReason = "second-press";
  memory.stuck = true;
  router.wake();
  assert.equal(reasonOf(router), "second-press");
  assert.equal(memory.stuck, false);
  assert.deepEqual(machine.deeds, []);
});

Deno.test("windows: Ctrl-C is a press, Ctrl-Break means what SIGTERM means, no other is listened to", () => {
  const machine = new Machine();
  using router = new Router(machine.platform({ os: "windows", workersGetSignals: false }), {
    interactive: true,
  });
  assert.deepEqual(
    ["SIGINT", "SIGBREAK", "SIGTERM", "SIGQUIT", "SIGHUP"].map((name) => machine.listening(name)),
    [1, 1, 0, 0, 0],
  );
  using scope = router.enter("scope");
  press(machine);
  assert.equal(scope.pending, true);
  machine.raise("SIGBREAK");
  assert.equal(reasonOf(router), "sigterm");
});
