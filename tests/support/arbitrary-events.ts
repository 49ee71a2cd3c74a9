import fc from 'fast-check';
import type * as z from 'zod/mini';
import { joinRoom, positionUpdate, sendMessage, typing } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { watchItems } from '#contract/items/watching.ts';
import { invalidInputFor, validInputFor } from './arbitrary-values.ts';
import { fuzzName, fuzzText, fuzzValue } from './fuzz-values.ts';

/** Events of a client on an open connection; `~3~` stands for an existing id. */
export type FuzzEvent =
	| { kind: 'event'; name: string; payloads: unknown[]; isAcknowledged: boolean }
	/** The raw text of a packet, which may break the protocol of Socket.IO: the server may disconnect its sender. */
	| { kind: 'packet'; text: string };

/** The events that the server listens to, with the schema of their payload. */
export const LISTENED_EVENTS: readonly [name: string, payload: z.core.$ZodType][] = [
	[CHAT_EVENTS.joinRoom, joinRoom],
	[CHAT_EVENTS.sendMessage, sendMessage],
	[REALTIME_EVENTS.typing, typing],
	[REALTIME_EVENTS.markRead, positionUpdate],
	[REALTIME_EVENTS.markDelivered, positionUpdate],
	[REALTIME_EVENTS.watchItems, watchItems],
];

/** Whether the server listens to the event, and so acknowledges it. */
export function isListenedEvent(name: string): boolean {
	return LISTENED_EVENTS.some(([listened]) => listened === name);
}

/** Reserved names make the client library throw; they are sent as packets instead. */
const RESERVED_NAMES = new Set([
	'connect',
	'connect_error',
	'disconnect',
	'disconnecting',
	'newListener',
	'removeListener',
]);
const eventName = fc
	.oneof(
		fc.constantFrom(...Object.values(CHAT_EVENTS), ...Object.values(REALTIME_EVENTS)),
		fuzzName,
		fuzzText,
	)
	.filter((name) => !RESERVED_NAMES.has(name));

const appEvent = fc.constantFrom(...LISTENED_EVENTS).chain(([name, payload]) => {
	const payloadFor = fc.oneof(
		{ weight: 4, arbitrary: validInputFor(payload) },
		{ weight: 3, arbitrary: invalidInputFor(payload) },
		{ weight: 1, arbitrary: fuzzValue },
	);
	return asEvent(fc.constant(name), fc.tuple(payloadFor));
});

function asEvent(
	name: fc.Arbitrary<string>,
	payloads: fc.Arbitrary<unknown[]>,
): fc.Arbitrary<FuzzEvent> {
	return fc.record({ kind: fc.constant('event'), name, payloads, isAcknowledged: fc.boolean() });
}

/**
 * Packets begin with Engine.IO's type (`2` ping, `4` message); a message goes on with Socket.IO's (`0` connect, `2` event,
 * `3` acknowledgement, `5` event with attachments). `/office` is the namespace of the back-office.
 */
const packet: fc.Arbitrary<FuzzEvent> = fc
	.oneof(
		fc.constantFrom('2', '3', '4', '6', '9', '40', '41', '42', '43', '45', '46', '420'),
		fc.constantFrom('42[', '42[]', '42{}', '42[1]', '42[null]', '42["error",1]', '430[{}]'),
		fc.constantFrom('42["disconnect"]', '42["send-message"', '4399999999[]', '40/office,{}'),
		fc.constantFrom('42/office,["x"]', '44{"message":"x"}', '42["join room",{"__proto__":{}}]'),
		fc.constantFrom('451-["typing",{"_placeholder":true,"num":5}]', '4599999999999-["x"]'),
		fuzzText.map((text) => `42${text}`),
		fuzzText.map((text) => `42${JSON.stringify([text, text])}`),
		fuzzText,
	)
	.map((text) => ({ kind: 'packet', text }));

/** Generates events: mostly those of the app, valid or with errors, sometimes random events or packets. */
export const anyEvent: fc.Arbitrary<FuzzEvent> = fc.oneof(
	{ weight: 12, arbitrary: appEvent },
	{ weight: 3, arbitrary: asEvent(eventName, fc.array(fuzzValue, { maxLength: 3 })) },
	{ weight: 1, arbitrary: packet },
);

/** The authentication data of a handshake. */
export const anyHandshake = fc.oneof(
	fuzzValue,
	fc.record({ token: fc.oneof(fuzzText, fuzzValue) }, { requiredKeys: [] }),
);
