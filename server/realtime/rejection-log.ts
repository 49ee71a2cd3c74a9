import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/client-address.ts';
import { type AppErrorKind, isAudited } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { logOncePer } from '#server/lib/log-throttle.ts';

interface Rejection {
	kind: AppErrorKind;
	/** Absent where the connection itself was refused. */
	event?: string;
	/** Absent where it is not known who it is. */
	userId?: number;
	ip: string;
}

export interface RejectionLog {
	/** Where a request comes from. */
	addressOf: (request: IncomingMessage) => string;
	/** Remembers where a line comes from, for as long as it is there: its request is not kept. */
	rememberAddress: (connection: object, request: IncomingMessage) => void;
	/** Where a line comes from that has been remembered. */
	addressOfConnection: (connection: object) => string;
	/** Writes down who was refused what; nothing of what was sent, nor the words of the refusal, which may repeat it. */
	record: (refused: Rejection) => void;
}

/** So many people and networks are remembered to have been told of as too fast. */
const MAX_REMEMBERED = 10_000;

/** Refusals on live connections, as those of calls are logged. Haste is told of once in a while: it comes in floods. */
export function createRejectionLog(
	{ trustProxy }: Pick<Config, 'trustProxy'>,
	log: FastifyBaseLogger,
): RejectionLog {
	const shouldLog = logOncePer({
		intervalMs: SOCKET_LIMITS.windowSeconds * 1000,
		maxReasons: MAX_REMEMBERED,
	});
	const addressOf = createClientAddressReader(trustProxy);
	const addresses = new WeakMap<object, string>();
	return {
		addressOf,
		rememberAddress: (connection, request) => void addresses.set(connection, addressOf(request)),
		addressOfConnection: (connection) => addresses.get(connection) ?? '',
		record({ kind, event, userId, ip }) {
			if (!isAudited(kind)) return;
			if (kind === 'too_many') {
				const key = userId === undefined ? networkOf(ip) : `person ${userId}`;
				if (!shouldLog(key)) return;
			}
			const by = userId === undefined ? null : { id: userId, role: 'user' };
			log.info({ kind, event, by, ip }, 'refused');
		},
	};
}
