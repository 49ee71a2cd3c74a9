import { performance } from 'node:perf_hooks';
import { type HttpConnection, openConnection, type PendingRequest } from './http-connection.ts';

/** A request that finds no free connection waits, and its wait counts. */
const MAX_CONNECTIONS = 1000;
const ANSWER_WITHIN_MS = 5000;

interface Schedule {
	/** Of the server. */
	address: string;
	nextPath: () => string;
	perSecond: number;
	seconds: number;
	/** Requests still unanswered so long after the last was sent count as failed. */
	answerWithinMs?: number;
}

export interface Answers {
	/** Milliseconds from when a request was due to when its answer arrived. */
	served: number[];
	/** The same for answers 429 and 503. */
	refused: number[];
	/** No answer, or any other. */
	failed: number;
}

/** Sends requests when they are due, whether or not earlier ones are answered: visitors do not wait for each other. */
export async function sendOnSchedule(schedule: Schedule): Promise<Answers> {
	const { address, nextPath, perSecond, seconds, answerWithinMs = ANSWER_WITHIN_MS } = schedule;
	const answers: Answers = { served: [], refused: [], failed: 0 };
	const pool = openPool(new URL(address), (request, status) => record(answers, request, status));
	const start = performance.now();
	const wanted = Math.round(perSecond * seconds);
	let sent = 0;
	await new Promise<void>((resolve) => {
		const timer = setInterval(() => {
			const due = Math.min(wanted, ((performance.now() - start) / 1000) * perSecond);
			for (; sent < due; sent++) {
				pool.send({ path: nextPath(), dueAt: start + (sent / perSecond) * 1000 });
			}
			if (sent < wanted) return;
			clearInterval(timer);
			resolve();
		}, 1);
	});
	await pool.drain(answerWithinMs);
	answers.failed = sent - answers.served.length - answers.refused.length;
	return answers;
}

function record({ served, refused }: Answers, { dueAt }: PendingRequest, status: number): void {
	const took = performance.now() - dueAt;
	if (status >= 200 && status < 400) served.push(took);
	else if (status === 429 || status === 503) refused.push(took);
}

/** Keeps connections open between requests, as browsers do. */
function openPool(address: URL, onAnswer: (request: PendingRequest, status: number) => void) {
	const idle: HttpConnection[] = [];
	const all = new Set<HttpConnection>();
	const waiting: PendingRequest[] = [];
	/** Index of the first that still waits: removing it from the front would move millions each time. */
	let firstWaiting = 0;

	function open(): HttpConnection {
		const connection = openConnection(address, {
			onAnswer(request, status) {
				onAnswer(request, status);
				const next = waiting[firstWaiting];
				if (!next) return void idle.push(connection);
				firstWaiting += 1;
				connection.send(next);
			},
			onClose() {
				all.delete(connection);
				const index = idle.indexOf(connection);
				if (index >= 0) idle.splice(index, 1);
			},
		});
		all.add(connection);
		return connection;
	}

	function send(request: PendingRequest): void {
		const connection = idle.pop() ?? (all.size < MAX_CONNECTIONS ? open() : undefined);
		if (connection) connection.send(request);
		else waiting.push(request);
	}

	async function drain(withinMs: number): Promise<void> {
		const end = performance.now() + withinMs;
		const isDone = () => waiting.length === firstWaiting && idle.length === all.size;
		while (!isDone() && performance.now() < end) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		for (const connection of all) connection.close();
	}
	return { send, drain };
}
