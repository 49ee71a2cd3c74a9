import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import {
	CHAT_EVENTS,
	CHAT_MESSAGES,
	REALTIME_EVENTS,
	SOCKET_LIMITS,
} from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { openApp } from '#tests/support/app.ts';
import { anyEvent, anyHandshake, type WildEvent } from '#tests/support/arbitrary-events.ts';
import { openWorld } from '#tests/support/fuzzed-world.ts';
import { tellsOfInsides } from '#tests/support/judging.ts';
import { type Line, openSockets } from '#tests/support/sockets.ts';

// biome-ignore-start lint/style/noProcessEnv: how many and which is for whoever runs it to say
const EVENTS = Number(process.env.FUZZ_EVENTS ?? 300);
const IS_LONG = EVENTS >= 2000;
const SEED = Number(process.env.FUZZ_SEED ?? (IS_LONG ? randomInt(2 ** 31) : 7));
// biome-ignore-end lint/style/noProcessEnv: as above

const t = await openApp();
const { address, connect } = await openSockets(t);
const world = await openWorld(t);

/** A user's connection, reopened when the server has closed it. */
function caller(who: 'student' | 'other student') {
	let line: Line | undefined;
	return async (): Promise<Line> => {
		if (line?.socket.connected) return line;
		const person = world.personOf(who);
		if (!person) throw new Error('There is no such person.');
		line = await connect(person);
		return line;
	};
}

/** @returns the acknowledgement; an unknown or too large event may end the connection instead */
async function emit(line: Line, event: WildEvent): Promise<unknown[]> {
	const text = world.fill(JSON.stringify(event));
	const filled = JSON.parse(text) as WildEvent;
	if (filled.kind === 'packet') {
		const { transport } = line.socket.io.engine;
		(transport as unknown as { ws: WebSocket }).ws.send(filled.text);
		await Promise.race([line.caughtUp().catch(() => undefined), line.ended]);
		line.socket.close();
		return [];
	}
	const { name, payloads, isAcknowledged } = filled;
	const isTooLarge = Buffer.byteLength(text) > SOCKET_LIMITS.maxBytes;
	if (isAcknowledged && isHeard(name) && !isTooLarge) return [await line.ask(name, payloads[0])];
	line.socket.emit(name, ...payloads);
	if (isTooLarge) await line.ended;
	else await line.caughtUp();
	return [];
}

const isHeard = (name: string) =>
	[
		CHAT_EVENTS.joinRoom,
		CHAT_EVENTS.sendMessage,
		...Object.values(REALTIME_EVENTS).slice(0, 3),
	].some((heard) => heard === name);

const noErrors = () => expect(t.failures.splice(0)).toEqual([]);

test(`any event on a connection (${EVENTS} events, FUZZ_SEED=${SEED}) is answered with a sentence or ignored`, {
	timeout: EVENTS * 1000,
}, async () => {
	const [student, other] = [caller('student'), caller('other student')];
	const property = fc.asyncProperty(anyEvent, fc.boolean(), async (event, isOther) => {
		const line = await (isOther ? other : student)();
		const answers = await emit(line, event);
		const said = [
			...answers,
			...line.heard(CHAT_EVENTS.errorMessage),
			...line.heard(CHAT_EVENTS.error),
		];
		expect(said.filter((words) => tellsOfInsides(JSON.stringify(words)))).toEqual([]);
		expect(said).not.toContainEqual(COMMON_MESSAGES.failed);
		noErrors();
	});

	await fc.assert(property, { numRuns: EVENTS, seed: SEED, endOnFailure: true });

	// Other clients are still served.
	await (await student()).caughtUp();
	await (await other()).caughtUp();
	noErrors();
});

test('a connection without an open session is refused with a sentence', async () => {
	const refusalOf = (auth: unknown, namespace: string) =>
		new Promise<string>((settle) => {
			const options = { forceNew: true, transports: ['websocket'], reconnection: false };
			const socket = io(address + namespace, { ...options, auth: (tell) => tell(auth as object) });
			onTestFinished(() => void socket.close());
			socket.on('connect', () => settle('It was let in.'));
			socket.on('connect_error', ({ message }) => {
				socket.close();
				settle(message);
			});
			socket.on('disconnect', settle);
		});
	const property = fc.asyncProperty(anyHandshake, fc.boolean(), async (auth, isOffice) => {
		const told = await refusalOf(auth, isOffice ? ADMIN_NAMESPACE : '');
		// A handshake that breaks the protocol is disconnected.
		expect([CHAT_MESSAGES.signIn, COMMON_MESSAGES.signIn, 'transport close']).toContain(told);
		noErrors();
	});

	await fc.assert(property, { numRuns: Math.ceil(EVENTS / 10), seed: SEED, endOnFailure: true });
});
