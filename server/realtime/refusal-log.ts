import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/request-headers.ts';
import { type AppErrorKind, isLoggedRefusal } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';

interface RefusedAction {
	kind: AppErrorKind;
	/** Absent when the connection itself was refused. */
	event?: string;
	/** Absent when the person is unknown. */
	userId?: number;
}

/**
 * Logs who was refused what, for the kinds of `isLoggedRefusal`. Leaves out the payload and the message, which may
 * repeat the payload.
 * @param request the one that opened the connection
 */
export type LogRefusal = (request: IncomingMessage, refused: RefusedAction) => void;

/** Limit for remembered people and networks. */
const MAX_REMEMBERED = 10_000;

/**
 * Logs refusals on realtime connections like those of HTTP calls. `too_many` is logged once per person or network in
 * each `SOCKET_LIMITS.windowSeconds`, because it comes in floods.
 */
export function createRefusalLog(
	{ trustProxy }: Pick<Config, 'trustProxy'>,
	log: FastifyBaseLogger,
): LogRefusal {
	const shouldLog = createLogThrottle({
		intervalMs: SOCKET_LIMITS.windowSeconds * 1000,
		maxReasons: MAX_REMEMBERED,
	});
	const addressOf = createClientAddressReader(trustProxy);
	return (request, { kind, event, userId }) => {
		if (!isLoggedRefusal(kind)) return;
		const ip = addressOf(request);
		if (kind === 'too_many') {
			const key = userId === undefined ? networkOf(ip) : `person ${userId}`;
			if (!shouldLog(key)) return;
		}
		const by = userId === undefined ? null : { id: userId, role: 'user' };
		log.info({ kind, event, by, ip }, 'refused');
	};
}
