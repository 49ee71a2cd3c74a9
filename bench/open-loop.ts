import { performance } from 'node:perf_hooks';
import { type Asked, type Line, openLine } from './line.ts';

/** Connections at most; what finds none free waits, and its wait counts. */
const MOST_LINES = 1000;
const ANSWER_WITHIN_MS = 5000;

interface Schedule {
	/** Of the market. */
	address: string;
	/** Of the next request. */
	nextPath: () => string;
	perSecond: number;
	seconds: number;
	/** What has no answer so long after the last was sent has none. */
	answerWithinMs?: number;
}

export interface Answers {
	/** Milliseconds from when a request was due to when its answer was there. */
	served: number[];
	/** The same of those answered with 429 or 503. */
	refused: number[];
	/** No answer, or another one. */
	failed: number;
}

/**
 * Sends requests when they are due, whatever becomes of those before: so come people who know nothing of each other. By hand
 * over plain sockets: whoever sends must not be slower than whoever answers.
 */
export async function sendOnSchedule(schedule: Schedule): Promise<Answers> {
	const { address, nextPath, perSecond, seconds, answerWithinMs = ANSWER_WITHIN_MS } = schedule;
	const answers: Answers = { served: [], refused: [], failed: 0 };
	const lines = openLines(new URL(address), (asked, status) => note(answers, asked, status));
	const start = performance.now();
	const wanted = Math.round(perSecond * seconds);
	let sent = 0;
	await new Promise<void>((over) => {
		const timer = setInterval(() => {
			const due = Math.min(wanted, ((performance.now() - start) / 1000) * perSecond);
			for (; sent < due; sent++) {
				lines.send({ path: nextPath(), due: start + (sent / perSecond) * 1000 });
			}
			if (sent < wanted) return;
			clearInterval(timer);
			over();
		}, 1);
	});
	await lines.allAnswered(answerWithinMs);
	answers.failed = sent - answers.served.length - answers.refused.length;
	return answers;
}

function note({ served, refused }: Answers, { due }: Asked, status: number): void {
	const took = performance.now() - due;
	if (status >= 200 && status < 400) served.push(took);
	else if (status === 429 || status === 503) refused.push(took);
}

/** Keeps connections open between requests, as browsers do. */
function openLines(address: URL, hear: (asked: Asked, status: number) => void) {
	const idle: Line[] = [];
	const all = new Set<Line>();
	const waiting: Asked[] = [];
	/** Of the first that waits still: taken from the front, millions would be moved each time. */
	let first = 0;

	function open(): Line {
		const line = openLine(address, {
			answered(asked, status) {
				hear(asked, status);
				const next = waiting[first];
				if (!next) return void idle.push(line);
				first += 1;
				line.send(next);
			},
			gone() {
				all.delete(line);
				const place = idle.indexOf(line);
				if (place >= 0) idle.splice(place, 1);
			},
		});
		all.add(line);
		return line;
	}

	function send(asked: Asked): void {
		const line = idle.pop() ?? (all.size < MOST_LINES ? open() : undefined);
		if (line) line.send(asked);
		else waiting.push(asked);
	}

	async function allAnswered(withinMs: number): Promise<void> {
		const end = performance.now() + withinMs;
		const isOver = () => waiting.length === first && idle.length === all.size;
		while (!isOver() && performance.now() < end) await new Promise((next) => setTimeout(next, 20));
		for (const line of all) line.close();
	}
	return { send, allAnswered };
}
