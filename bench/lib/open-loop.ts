import { performance } from 'node:perf_hooks';
import { type HttpConnection, openConnection, type PendingRequest } from './http-connection.ts';

/** When all connections are busy, a request waits; the wait is part of its measured duration. */
const MAX_CONNECTIONS = 1000;
const RESPONSE_TIMEOUT_MS = 5000;

interface OpenLoad {
	/** The server's address. */
	address: string;
	nextPath: () => string;
	perSecond: number;
	seconds: number;
	/** Requests that are unanswered this long after the last one was sent count as failed. */
	responseTimeoutMs?: number;
}

/** What was measured about the requests of a schedule. */
export interface OpenLoopResult {
	/** Milliseconds from when a request was due to when its answer arrived. */
	served: number[];
	/** The same durations for requests answered with 429 or 503. */
	refused: number[];
	/** The number of requests with any other answer or none. */
	failed: number;
}

/** Sends requests when they are due, whether or not earlier ones are answered: visitors do not wait for each other. */
export async function sendOnSchedule(load: OpenLoad): Promise<OpenLoopResult> {
	const { address, nextPath, perSecond, seconds, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = load;
	const result: OpenLoopResult = { served: [], refused: [], failed: 0 };
	const pool = openPool(new URL(address), (request, status) => record(result, request, status));
	const start = performance.now();
	const total = Math.round(perSecond * seconds);
	let sentCount = 0;
	await new Promise<void>((resolve) => {
		const timer = setInterval(() => {
			const due = Math.min(total, ((performance.now() - start) / 1000) * perSecond);
			for (; sentCount < due; sentCount++) {
				pool.send({ path: nextPath(), dueAt: start + (sentCount / perSecond) * 1000 });
			}
			if (sentCount < total) return;
			clearInterval(timer);
			resolve();
		}, 1);
	});
	await pool.drain(responseTimeoutMs);
	result.failed = sentCount - result.served.length - result.refused.length;
	return result;
}

function record(
	{ served, refused }: OpenLoopResult,
	{ dueAt }: PendingRequest,
	status: number,
): void {
	const durationMs = performance.now() - dueAt;
	if (status >= 200 && status < 400) served.push(durationMs);
	else if (status === 429 || status === 503) refused.push(durationMs);
}

/** Keeps connections open between requests, as browsers do. */
function openPool(address: URL, onResponse: (request: PendingRequest, status: number) => void) {
	const idle: HttpConnection[] = [];
	const connections = new Set<HttpConnection>();
	const queue: PendingRequest[] = [];
	/** Index of the first waiting request. Removing requests from the front of so long an array would be slow. */
	let queueStart = 0;

	function open(): HttpConnection {
		const connection = openConnection(address, {
			onResponse(request, status) {
				onResponse(request, status);
				const nextRequest = queue[queueStart];
				if (!nextRequest) return void idle.push(connection);
				queueStart += 1;
				connection.send(nextRequest);
			},
			onClose() {
				connections.delete(connection);
				const index = idle.indexOf(connection);
				if (index >= 0) idle.splice(index, 1);
			},
		});
		connections.add(connection);
		return connection;
	}

	function send(request: PendingRequest): void {
		const connection = idle.pop() ?? (connections.size < MAX_CONNECTIONS ? open() : undefined);
		if (connection) connection.send(request);
		else queue.push(request);
	}

	async function drain(withinMs: number): Promise<void> {
		const end = performance.now() + withinMs;
		const isDone = () => queue.length === queueStart && idle.length === connections.size;
		while (!isDone() && performance.now() < end) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		for (const connection of connections) connection.close();
	}
	return { send, drain };
}
