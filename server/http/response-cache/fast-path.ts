import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REFERENCE_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import { addressReader } from '#server/http/client-address.ts';
import type { CountAtOnce } from '#server/http/rate-limits.ts';
import { createRequestIds } from '#server/http/request-id.ts';
import { takeOver } from '#server/http/take-over.ts';
import { type Encoding, encodingFor, isKnown, type ReadyAnswer } from './response-cache.ts';

interface Options extends Pick<Config, 'trustProxy'> {
	countAtOnce: CountAtOnce;
	/** Whether the market is closed to people. */
	isClosed: () => boolean;
}

/** Of what the API answers; pages and pictures are no calls of it. */
const CALLS_TYPE = 'application/json';
/** What is told again to who has the answer already, and nothing of this request: it is in no log. */
const OF_NO_BODY = ['cache-control', 'etag', 'vary'];

/**
 * Sends answers that are ready before anything else is done about a request. Where one is there for an address, the same
 * was answered there a moment ago, to somebody of whom nothing was known either; what that came to, headers and all, is sent
 * again. Everything else takes the usual way, on which such answers are made.
 */
export function mountReadyLane(app: FastifyInstance, options: Options): void {
	const { trustProxy, countAtOnce, isClosed } = options;
	const { readyAnswers } = app;
	const requestIdOf = createRequestIds(trustProxy);
	const addressOf = addressReader(trustProxy);

	const count = ({ type }: ReadyAnswer, request: IncomingMessage) =>
		countAtOnce(addressOf(request), type.startsWith(CALLS_TYPE));

	/** False where it has to take the usual way after all. */
	function sendAgain(
		answer: ReadyAnswer,
		request: IncomingMessage,
		response: ServerResponse,
	): boolean {
		const { headers } = request;
		const isNews = !isKnown(headers['if-none-match'], answer.etag);
		const encoding = isNews ? encodingFor(headers['accept-encoding'], answer) : 'no body';
		const bytes = encoding === 'no body' ? undefined : answer.bytes.get(encoding);
		if (!answer.head || (isNews && !bytes) || !count(answer, request)) return false;
		const head = [...headOf(answer, encoding)];
		if (isNews) head.push(REFERENCE_HEADER, requestIdOf(request));
		response.writeHead(isNews ? 200 : 304, head).end(bytes);
		return true;
	}

	function readyFor(request: IncomingMessage): ReadyAnswer | undefined {
		if (!isPlain(request) || isClosed() || app.isClosing()) return undefined;
		return readyAnswers.findAt(request.url ?? '');
	}

	app.addHook('onReady', async () => {
		const serve = takeOver(app.server, 'request');
		app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			const answer = readyFor(request);
			if (!answer) return serve(request, response);
			const send = (isStill: boolean) => {
				if (!isStill || !sendAgain(answer, request, response)) serve(request, response);
			};
			const isUpToDate = readyAnswers.isUpToDate();
			if (isUpToDate === true) send(true);
			else {
				const isStill = () => !isClosed() && readyAnswers.isKeptAt(request.url ?? '', answer);
				void isUpToDate.then((isSure) => send(isSure && isStill()));
			}
		});
	});
}

/** Whether there is nothing to it but its address: nobody in particular asks, no other site's page does, and it brings nothing. */
function isPlain({ method, headers }: IncomingMessage): boolean {
	return (
		method === 'GET' &&
		headers.authorization === undefined &&
		headers.origin === undefined &&
		headers['content-length'] === undefined &&
		headers['transfer-encoding'] === undefined
	);
}

type Body = Encoding | 'no body';
const heads = new WeakMap<ReadyAnswer, Map<Body, readonly string[]>>();

function headOf(answer: ReadyAnswer, body: Body): readonly string[] {
	const ofAnswer = heads.get(answer) ?? new Map<Body, readonly string[]>();
	const known = ofAnswer.get(body);
	if (known) return known;
	const made = makeHead(answer, body);
	ofAnswer.set(body, made);
	heads.set(answer, ofAnswer);
	return made;
}

function makeHead({ head = [], bytes }: ReadyAnswer, body: Body): string[] {
	const names = head.filter((_, place) => place % 2 === 0);
	const lines = names.map((name, place) => [name, head[place * 2 + 1] ?? '']);
	if (body === 'no body') return lines.filter(([name = '']) => OF_NO_BODY.includes(name)).flat();
	lines.push(['content-length', String(bytes.get(body)?.length ?? 0)]);
	if (body !== 'identity') lines.push(['content-encoding', body]);
	return lines.flat();
}
