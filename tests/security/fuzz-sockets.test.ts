import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, REALTIME_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openApp } from '#tests/support/app.ts';
import {
	anyEvent,
	anyHandshake,
	type FuzzEvent,
	isListenedEvent,
} from '#tests/support/arbitrary-events.ts';
import { openFuzzFixtures } from '#tests/support/fuzz-fixtures.ts';
import { exposesInternals } from '#tests/support/response-faults.ts';
import { openSockets, type TestConnection } from '#tests/support/sockets.ts';

// biome-ignore-start lint/style/noProcessEnv: set for longer runs, or to repeat a failed run
const EVENTS = Number(process.env.FUZZ_EVENTS ?? 300);
const IS_LONG = EVENTS >= 2000;
const SEED = Number(process.env.FUZZ_SEED ?? (IS_LONG ? randomInt(2 ** 31) : 7));
// biome-ignore-end lint/style/noProcessEnv: as above

const t = await openApp();
const { address, connect } = await openSockets(t);
const fixtures = await openFuzzFixtures(t);

/** @returns a function that returns a user's connection, and opens a new one when the server has closed the last */
function connectionOpener(who: 'student' | 'other student') {
	let connection: TestConnection | undefined;
	return async (): Promise<TestConnection> => {
		if (connection?.socket.connected) return connection;
		const person = fixtures.personOf(who);
		if (!person) throw new Error('There is no such person.');
		connection = await connect(person);
		return connection;
	};
}

/**
 * Sends an event.
 * @returns the acknowledgement; none for an event that the server ignores or that ends the connection
 */
async function emit(connection: TestConnection, event: FuzzEvent): Promise<unknown[]> {
	const text = fixtures.fillPlaceholders(JSON.stringify(event));
	const filled = JSON.parse(text) as FuzzEvent;
	if (filled.kind === 'packet') {
		const { transport } = connection.socket.io.engine;
		(transport as unknown as { ws: WebSocket }).ws.send(filled.text);
		await Promise.race([
			connection.waitForPending().catch(() => undefined),
			connection.disconnected,
		]);
		connection.socket.close();
		return [];
	}
	const { name, payloads, isAcknowledged } = filled;
	const isTooLarge = Buffer.byteLength(text) > SOCKET_LIMITS.maxBytes;
	if (isAcknowledged && isListenedEvent(name) && !isTooLarge)
		return [await connection.request(name, payloads[0])];
	connection.socket.emit(name, ...payloads);
	if (isTooLarge) await connection.disconnected;
	else await connection.waitForPending();
	return [];
}

const expectNoErrors = () => expect(t.failures.splice(0)).toEqual([]);

test(`any realtime event (${EVENTS} events, FUZZ_SEED=${SEED}) causes no server error, and the replies reveal no internals`, {
	timeout: EVENTS * 1000,
}, async () => {
	const [student, other] = [connectionOpener('student'), connectionOpener('other student')];
	const property = fc.asyncProperty(anyEvent, fc.boolean(), async (event, isOther) => {
		const connection = await (isOther ? other : student)();
		const acknowledgements = await emit(connection, event);
		const messages = [
			...acknowledgements,
			...connection.received(CHAT_EVENTS.errorMessage),
			...connection.received(CHAT_EVENTS.error),
		];
		expect(messages.filter((message) => exposesInternals(JSON.stringify(message)))).toEqual([]);
		expect(JSON.stringify(messages)).not.toContain(REQUEST_ERRORS.failed.message);
		expectNoErrors();
	});

	await fc.assert(property, { numRuns: EVENTS, seed: SEED, endOnFailure: true });

	// Other clients are still served.
	await (await student()).waitForPending();
	await (await other()).waitForPending();
	expectNoErrors();
});

test('no declared event is left out of the fuzzing', async () => {
	const { socket, waitForPending } = await connectionOpener('student')();
	const acknowledged: string[] = [];
	for (const name of [...Object.values(CHAT_EVENTS), ...Object.values(REALTIME_EVENTS)])
		socket.emit(name, null, () => acknowledged.push(name));

	await waitForPending();

	expect(acknowledged.filter((name) => !isListenedEvent(name))).toEqual([]);
	expect(acknowledged.length).toBeGreaterThan(4);
});

test('a realtime connection without a valid session is refused with a declared message', async () => {
	const rejectionOf = (auth: unknown, namespace: string) =>
		new Promise<string>((resolve) => {
			const options = { forceNew: true, transports: ['websocket'], reconnection: false };
			const socket = io(address + namespace, { ...options, auth: (send) => send(auth as object) });
			onTestFinished(() => void socket.close());
			socket.on('connect', () => resolve('It was let in.'));
			socket.on('connect_error', ({ message }) => {
				socket.close();
				resolve(message);
			});
			socket.on('disconnect', resolve);
		});
	const property = fc.asyncProperty(anyHandshake, fc.boolean(), async (auth, isAdmin) => {
		const rejection = await rejectionOf(auth, isAdmin ? ADMIN_NAMESPACE : '');
		// A handshake that breaks the protocol is disconnected.
		expect([
			CHAT_ERRORS.signIn.message,
			REQUEST_ERRORS.signIn.message,
			'transport close',
		]).toContain(rejection);
		expectNoErrors();
	});

	await fc.assert(property, { numRuns: Math.ceil(EVENTS / 10), seed: SEED, endOnFailure: true });
});
