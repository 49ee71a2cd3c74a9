import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Config } from '#server/config/config.ts';
import { addressReader } from '#server/http/client-address.ts';
import { isNoteworthy, type RefusalKind } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { seldom } from '#server/lib/log-throttle.ts';

interface Refused {
	kind: RefusalKind;
	/** Absent where the connection itself was refused. */
	event?: string;
	/** Absent where it is not known who it is. */
	userId?: number;
	ip: string;
}

export interface RefusalLog {
	/** Where a request comes from. */
	addressOf: (request: IncomingMessage) => string;
	/** Remembers where a line comes from, for as long as it is there: its request is not kept. */
	remember: (line: object, request: IncomingMessage) => void;
	/** Where a line comes from that has been remembered. */
	originOf: (line: object) => string;
	/** Writes down who was refused what; nothing of what was sent, nor the words of the refusal, which may repeat it. */
	note: (refused: Refused) => void;
}

/** So many people and networks are remembered to have been told of as too fast. */
const TOLD_MAX = 10_000;

/** Refusals on live connections, as those of calls are logged. Haste is told of once in a while: it comes in floods. */
export function openRefusalLog(
	{ trustProxy }: Pick<Config, 'trustProxy'>,
	log: FastifyBaseLogger,
): RefusalLog {
	const isNews = seldom({ everyMs: SOCKET_LIMITS.windowSeconds * 1000, most: TOLD_MAX });
	const addressOf = addressReader(trustProxy);
	const origins = new WeakMap<object, string>();
	return {
		addressOf,
		remember: (line, request) => void origins.set(line, addressOf(request)),
		originOf: (line) => origins.get(line) ?? '',
		note({ kind, event, userId, ip }) {
			if (!isNoteworthy(kind)) return;
			if (kind === 'too_many') {
				const who = userId === undefined ? networkOf(ip) : `person ${userId}`;
				if (!isNews(who)) return;
			}
			const by = userId === undefined ? null : { id: userId, role: 'user' };
			log.info({ kind, event, by, ip }, 'refused');
		},
	};
}
