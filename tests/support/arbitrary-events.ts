import fc from 'fast-check';
import type * as z from 'zod/mini';
import { joinRoom, positionUpdate, sendMessage, typing } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { nearlySentFor, sentFor } from './arbitrary-values.ts';
import { wildName, wildText, wildValue } from './wild-values.ts';

/** Events of a client on an open connection; `~3~` stands for an existing id. */
export type WildEvent =
	| { kind: 'event'; name: string; payloads: unknown[]; isAcknowledged: boolean }
	/** Sent below the protocol: its sender may be disconnected. */
	| { kind: 'packet'; text: string };

const HEARD: readonly [name: string, payload: z.core.$ZodType][] = [
	[CHAT_EVENTS.joinRoom, joinRoom],
	[CHAT_EVENTS.sendMessage, sendMessage],
	[REALTIME_EVENTS.typing, typing],
	[REALTIME_EVENTS.markRead, positionUpdate],
	[REALTIME_EVENTS.markDelivered, positionUpdate],
];

/** Reserved names make the client library throw; they are sent as packets instead. */
const KEPT = new Set([
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
		wildName,
		wildText,
	)
	.filter((name) => !KEPT.has(name));

const ofOurs = fc.constantFrom(...HEARD).chain(([name, payload]) => {
	const sent = fc.oneof(
		{ weight: 4, arbitrary: sentFor(payload) },
		{ weight: 3, arbitrary: nearlySentFor(payload) },
		{ weight: 1, arbitrary: wildValue },
	);
	return asEvent(fc.constant(name), fc.tuple(sent));
});

function asEvent(
	name: fc.Arbitrary<string>,
	payloads: fc.Arbitrary<unknown[]>,
): fc.Arbitrary<WildEvent> {
	return fc.record({ kind: fc.constant('event'), name, payloads, isAcknowledged: fc.boolean() });
}

const packet: fc.Arbitrary<WildEvent> = fc
	.oneof(
		fc.constantFrom(
			'4',
			'40',
			'41',
			'42',
			'42[',
			'42[]',
			'42{}',
			'42["disconnect"]',
			'42["error",1]',
			'42[1]',
		),
		fc.constantFrom(
			'42[null]',
			'420',
			'43',
			'4399999999[]',
			'430[{}]',
			'44{"message":"x"}',
			'45',
			'46',
			'2',
			'3',
			'6',
		),
		fc.constantFrom(
			'451-["typing",{"_placeholder":true,"num":5}]',
			'4599999999999-["x"]',
			'40/office,{}',
			'42/office,["x"]',
		),
		fc.constantFrom(
			'42["join room",{"__proto__":{}}]',
			'42["send-message"',
			'4299999999999999999999["typing",{}]',
			'9',
		),
		wildText.map((text) => `42${text}`),
		wildText.map((text) => `42${JSON.stringify([text, text])}`),
		wildText,
	)
	.map((text) => ({ kind: 'packet', text }));

export const anyEvent: fc.Arbitrary<WildEvent> = fc.oneof(
	{ weight: 12, arbitrary: ofOurs },
	{ weight: 3, arbitrary: asEvent(eventName, fc.array(wildValue, { maxLength: 3 })) },
	{ weight: 1, arbitrary: packet },
);

/** The authentication data of a handshake. */
export const anyHandshake = fc.oneof(
	wildValue,
	fc.record({ token: fc.oneof(wildText, wildValue) }, { requiredKeys: [] }),
);
