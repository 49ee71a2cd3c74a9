import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { COMMON_MESSAGES, type RefusalBody } from '#contract/core/common.ts';
import { seldom } from '#server/lib/log-throttle.ts';
import { tellOfCrowding } from '#server/observability/channels.ts';
import { BARE_HEADERS, RETRY_AFTER_SECONDS } from './header-values.ts';
import { takeOver } from './take-over.ts';

interface Lane {
	name: string;
	/** Whether a request goes here; the first lane that takes it has it. */
	takes: (request: IncomingMessage) => boolean;
	/** How many are worked on at a time when that takes long: what the last of them waits for is still well below a second. */
	most: number;
	/**
	 * When each that is worked on began, in milliseconds, by its number, the oldest first. By the requests themselves, the tables
	 * that a `Map` leaves behind would keep these, and all that hangs on them, until old memory is cleared.
	 */
	working: Map<number, number>;
}

/** Where a request is being worked on. */
const PLACE = Symbol('place');
type Placed = IncomingMessage & { [PLACE]?: { lane: Lane; number: number } | undefined };

/** While even the oldest is younger, what comes is done soon: more are let in. */
export const SOON_MS = 100;
/** So many times what a lane takes otherwise; they may all turn out slow. */
export const TIMES_MORE = 2;

/** The database shares the cores with us: on one of two there is half the room, and each who is let in waits no longer for it. */
export const ROOM = {
	searches: Math.min(12, 6 * availableParallelism()),
	/** As many as are made and may wait (features/accounts/privacy/export.ts), which is no work. */
	exports: 22,
	everythingElse: Math.min(64, 32 * availableParallelism()),
};

/** However it is written: a `q` may come encoded, and the router takes what is behind a `#` for a query, too. */
const SEARCH = /[?&#](q|%71)=/;

/** Nobody can fill the lane of others: the market can be watched and run while it is full. */
const LANES: [name: string, most: number, takes: Lane['takes']][] = [
	['watching', 10, ({ url = '' }) => url.startsWith('/health/')],
	['the back-office', 20, ({ url = '' }) => /^\/(api\/)?admin([/?]|$)/.test(url)],
	['passwords', 40, ({ url = '', method }) => method === 'POST' && url.startsWith('/api/auth/')],
	['pictures', 40, bringsPictures],
	// Each is several statements, the longest that anybody asks for.
	['searches', ROOM.searches, ({ url = '' }) => SEARCH.test(url)],
	['exports', ROOM.exports, ({ url = '' }) => url.startsWith('/api/account/export')],
	['everything else', ROOM.everythingElse, () => true],
];

/** It stays open between two polls, which is no work. */
const LIVE = /^\/socket\.io\//;
/** Who was let in before goes on: their events are bounded by person. */
const KNOWN_LINE = /[?&]sid=/;
/** Who hangs up leaves their work behind: by then it has mostly ended, one way or another. */
const LEFT_BEHIND_MS = 5000;

const refused: RefusalBody = { success: false, message: COMMON_MESSAGES.unavailable };
const BODY = JSON.stringify(refused);
const HEADERS = {
	'retry-after': String(RETRY_AFTER_SECONDS),
	'content-type': 'application/json; charset=utf-8',
	'content-length': String(Buffer.byteLength(BODY)),
};
const NO_LINE = `HTTP/1.1 503 Service Unavailable\r\nretry-after: ${RETRY_AFTER_SECONDS}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;

/**
 * Refuses at once what comes while as much is being worked on as can be in time, before anything is done for it: what is
 * accepted stays quick however much comes. Waiting for a slow sender or reader is no work.
 * @param now in milliseconds, of a clock that is never put back
 * @param bare what every answer says
 */
export function mountOverload(
	app: FastifyInstance,
	now = () => performance.now(),
	bare: Record<string, string> = BARE_HEADERS,
): void {
	const headers = { ...bare, ...HEADERS };
	const lanes: Lane[] = LANES.map(([name, most, takes]) => ({
		name,
		most,
		takes,
		working: new Map(),
	}));
	const laneOf = (request: IncomingMessage) => lanes.find(({ takes }) => takes(request));
	const isNews = seldom();
	let lastNumber = 0;

	function roomIn({ most, working }: Lane): number {
		if (working.size < most) return most;
		const [oldest = 0] = working.values();
		return now() - oldest < SOON_MS ? most * TIMES_MORE : most;
	}

	function isFull(request: IncomingMessage): boolean {
		const lane = laneOf(request);
		if (!lane || lane.working.size < roomIn(lane)) return false;
		tellOfCrowding(lane.name);
		if (isNews(lane.name)) app.log.warn({ lane: lane.name }, 'more comes than can be served');
		return true;
	}

	function begin(request: Placed): void {
		rest(request);
		const lane = laneOf(request);
		if (!lane) return;
		lastNumber += 1;
		request[PLACE] = { lane, number: lastNumber };
		lane.working.set(lastNumber, now());
	}

	function rest(request: Placed): void {
		const { lane, number = 0 } = request[PLACE] ?? {};
		lane?.working.delete(number);
		request[PLACE] = undefined;
	}

	app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
		if (hasBody(raw)) rest(raw);
		done();
	});
	app.addHook('preValidation', ({ raw }, reply, done) => {
		const goOn = () => void (reply.raw.closed || reply.sent || begin(raw));
		if (raw.readableEnded) goOn();
		else if (hasBody(raw)) raw.once('end', goOn);
		done();
	});
	app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
		rest(raw);
		done();
	});
	app.addHook('onReady', async () => {
		const serve = takeOver(app.server, 'request');
		app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			if (!isOfLine(request) && isFull(request)) return refuse(response, headers);
			if (!LIVE.test(request.url ?? '')) {
				begin(request);
				response.once('close', () => {
					if (response.writableEnded) rest(request);
					else setTimeout(() => rest(request), LEFT_BEHIND_MS).unref();
				});
			}
			serve(request, response);
		});
		const connect = takeOver(app.server, 'upgrade');
		app.server.on('upgrade', (request: IncomingMessage, line: Duplex, head: Buffer) => {
			// Node listens no more: one that breaks before it is taken over would end the process.
			line.on('error', () => line.destroy());
			if (!isOfLine(request) && isFull(request)) line.end(NO_LINE);
			else connect(request, line, head);
		});
	});
}

/** A request of somebody who has a line already. */
function isOfLine({ url = '' }: IncomingMessage): boolean {
	return LIVE.test(url) && KNOWN_LINE.test(url);
}

function bringsPictures(request: IncomingMessage): boolean {
	return canHaveBody(request) && /^multipart\//i.test(request.headers['content-type'] ?? '');
}

/** Nobody reads what comes with a question: to wait for its end would be to leave the lane for good. */
function canHaveBody({ method }: IncomingMessage): boolean {
	return method !== 'GET' && method !== 'HEAD';
}

function hasBody(request: IncomingMessage): boolean {
	if (!canHaveBody(request)) return false;
	const { headers } = request;
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuse(response: ServerResponse, headers: Record<string, string>): void {
	response.writeHead(503, headers).end(BODY);
}
