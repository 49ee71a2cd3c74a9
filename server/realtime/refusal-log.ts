import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/client-address.ts';
import { type AppErrorKind, isLoggedRefusal } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';

interface RefusedAction {
	kind: AppErrorKind;
	/** Absent when the connection itself was refused. */
	event?: string;
	/** Absent when the person is unknown. */
	userId?: number;
	ip: string;
}

export interface RefusalLog {
	/** The client address of a request. */
	addressOf: (request: IncomingMessage) => string;
	/** Stores the client address of a connection, because its request is released. */
	rememberAddress: (connection: object, request: IncomingMessage) => void;
	/**
	 * Logs who was refused what, for the kinds of `isLoggedRefusal`. Leaves out the payload and the message, which may
	 * repeat the payload.
	 */
	record: (refused: RefusedAction) => void;
	/** As `record`, with the stored client address of a connection. */
	recordOn: (connection: object, refused: Omit<RefusedAction, 'ip'>) => void;
}

/** Limit for remembered people and networks. */
const MAX_REMEMBERED = 10_000;

/**
 * Logs refusals on realtime connections like those of HTTP calls. `too_many` is logged once per person or network in
 * each `SOCKET_LIMITS.windowSeconds`, because it comes in floods.
 */
export function createRefusalLog(
	{ trustProxy }: Pick<Config, 'trustProxy'>,
	log: FastifyBaseLogger,
): RefusalLog {
	const shouldLog = createLogThrottle({
		intervalMs: SOCKET_LIMITS.windowSeconds * 1000,
		maxReasons: MAX_REMEMBERED,
	});
	const addressOf = createClientAddressReader(trustProxy);
	const addresses = new WeakMap<object, string>();

	function record({ kind, event, userId, ip }: RefusedAction): void {
		if (!isLoggedRefusal(kind)) return;
		if (kind === 'too_many') {
			const key = userId === undefined ? networkOf(ip) : `person ${userId}`;
			if (!shouldLog(key)) return;
		}
		const by = userId === undefined ? null : { id: userId, role: 'user' };
		log.info({ kind, event, by, ip }, 'refused');
	}

	return {
		addressOf,
		rememberAddress: (connection, request) => void addresses.set(connection, addressOf(request)),
		record,
		recordOn: (connection, refused) => record({ ...refused, ip: addresses.get(connection) ?? '' }),
	};
}
